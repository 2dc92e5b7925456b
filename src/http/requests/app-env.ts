import type { Context } from 'hono'
import type { UserActor } from '../../accounts/actor.ts'
import type { FactorOwner } from '../../accounts/factors/factor-state.ts'
import type { Session } from '../../accounts/sessions.ts'
import type { Person } from '../../procurement/people/person.ts'
import type { BodyPools } from './body-pool.ts'
import type { RouteAccess } from './route-access.ts'

/** Bun's server, in tests the peer address, and the request as received. */
export type Connection = Pick<AppEnv['Bindings'], 'server' | 'request'>

export type AppEnv = {
  /** The variables that `request-lifecycle.ts` sets. */
  Bindings: {
    /** Bun's server; tests put the peer address here. */
    server: unknown
    /** The request as received; `c.req.raw` of a HEAD is a GET copy of it, for which Bun knows no peer. */
    request: Request
    /** The method as received: handlers see a HEAD as GET. */
    method: string
    path: string
    /** The client's own, or the one made here. In the answer and in logs. */
    requestId: string
    /** The service makes this id unless a trusted proxy sent it: a client cannot choose what the audit trail says. */
    serverRequestId: string
    access: RouteAccess | null
    /** Template of the route, or `unmatched`. */
    route: string
    bodyPools: BodyPools
  }
  Variables: {
    session: Session
    /** Of the routes that change second factors, in place of a session. */
    factorOwner: FactorOwner
    /** The account of the session; present on all routes of the admin API. */
    actor: UserActor
    /** The authenticated user of a procurement route. */
    person: Person
    /** The key of the client's rate limits, see `security/client-address.ts`; only where a group declares a `limit`. */
    client: string
  }
}

export type AppContext = Context<AppEnv>
