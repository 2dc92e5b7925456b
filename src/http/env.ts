import type { Context } from 'hono'
import type { Session } from '../auth/sessions.ts'
import type { Person } from '../procurement/people/person.ts'

/** What the middleware leaves for the doors. */
export type AppEnv = {
  Variables: {
    requestId: string
    session: Session
    /** Who acts, on the procurement routes. */
    person: Person
    /** Whose limits count, on the routes that have some; see `security/client-ip.ts`. */
    client: string
  }
}

export type AppContext = Context<AppEnv>
