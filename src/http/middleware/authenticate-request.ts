// Finds out who sent a request: a session by its token, or a program by its API token, which must have the scopes that the route
// declares. A route that declares none takes no API token.
import type { Actor } from '../../accounts/actor.ts'
import { isApiToken } from '../../accounts/api-token-format.ts'
import { authenticateToken, notForTokens } from '../../accounts/api-tokens.ts'
import { unauthenticated } from '../../accounts/permissions.ts'
import { authenticate, type Session } from '../../accounts/sessions.ts'
import { hasScope, insufficientScope, narrowedTo, outOfReach } from '../../accounts/token-scopes.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../text/errors.ts'
import type { AppContext } from '../requests/app-env.ts'
import type { TokenNeed } from '../requests/token-needs.ts'

export type AuthenticateRequest = (c: AppContext) => Promise<Session>

/** Throws 401 when the request has no bearer token. */
export function bearerToken(c: AppContext): string {
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
  if (!token) throw unauthenticated('Sign in and send the token as Authorization: Bearer TOKEN.')
  return token
}

/** Throws 401, 403 for an API token that may not use the route, 429 and 503. */
export const createAuthentication =
  ({ auth, metrics }: Deps): AuthenticateRequest =>
  async (c) => {
    const token = bearerToken(c)
    if (!isApiToken(token)) return authenticate(auth, token)
    const session = await authenticateToken(auth, { token, address: c.get('client') }).catch(
      (error: unknown) => {
        if (error instanceof AppError && error.status === 429) metrics.rateLimited('wrong-tokens')
        throw error
      },
    )
    assertTokenMay(session.account!.actor, c.env.access?.tokens?.[`${c.req.method} ${c.env.route}`])
    return session
  }

function assertTokenMay(actor: Actor, need: TokenNeed | undefined) {
  if (!need) throw notForTokens()
  const { scopes, isAnyEnough = false, reach } = need
  const has = scopes.filter((scope) => hasScope(actor, scope))
  const isEnough = isAnyEnough ? has.length > 0 : has.length === scopes.length
  if (!isEnough) throw insufficientScope(scopes, isAnyEnough)
  const resources = narrowedTo(actor)
  if (resources === null || reach === 'narrowed' || reach === 'apart') return
  if (!reach || !resources.has(reach.resource)) throw outOfReach()
}
