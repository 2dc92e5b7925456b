import { createMiddleware } from 'hono/factory'
import { isOwnToken } from '../../accounts/access-tokens.ts'
import { isApiToken } from '../../accounts/api-token-format.ts'
import type { AuditOrigin } from '../../accounts/audit/append-audit-row.ts'
import { type IdentifyContext, identify } from '../../procurement/people/identify-person.ts'
import { assertRole } from '../../procurement/people/person.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { type AuthenticateRequest, bearerToken } from './authenticate-request.ts'

type Options = { identification: IdentifyContext; audit(requestId: string | null): AuditOrigin }

/** The one path for users without a role. */
const OWN_PROFILE = '/api/users/me'

/** Requires a user with a procurement role (401, 403) on every path, and forbids caching the response. */
export const requirePerson = ({ identification, audit }: Options, authenticate: AuthenticateRequest) =>
  createMiddleware<AppEnv>(async function requirePerson(c, next) {
    const token = bearerToken(c)
    const isOurs = !identification.provider || isApiToken(token) || isOwnToken(token)
    const session = isOurs ? await authenticate(c) : null
    const request = { token, session, audit: audit(c.env.serverRequestId) }
    const person = await identify(identification, request)
    if (session) c.set('session', session)
    if (c.req.path !== OWN_PROFILE) assertRole(person)
    c.set('person', person)
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
  })
