import type { Context } from 'hono'
import type { Session } from '../auth/sessions.ts'

/** What the middleware leaves for the doors. */
export type AppEnv = {
  Variables: {
    requestId: string
    /** The answer was made with what `standing-headers.ts` names. */
    hasStandingHeaders: true | undefined
    session: Session
    /** Whose limits count, on the routes that have some; see `security/client-ip.ts`. */
    client: string
  }
}

export type AppContext = Context<AppEnv>
