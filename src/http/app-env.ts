import type { Context } from 'hono'
import type { Session } from '../auth/sessions.ts'
import type { Person } from '../procurement/people/person.ts'

/** What frame and middleware leave for the doors. */
export type AppEnv = {
  /** What `frame.ts` tells. */
  Bindings: {
    /** Bun's server; tests name a peer. */
    server: unknown
    /** As it was sent: doors see a HEAD as the GET that it stands for. */
    method: string
    path: string
    requestId: string
    /** Set where the answer was made with what `standing-headers.ts` names. */
    isComplete: boolean
  }
  Variables: {
    session: Session
    /** Who acts, on the procurement routes. */
    person: Person
    /** Whose limits count, on the routes that have some; see `security/client-ip.ts`. */
    client: string
  }
}

export type AppContext = Context<AppEnv>
