import { createMiddleware } from 'hono/factory'
import type { AuditOrigin } from '../../audit/append-audit-row.ts'
import { type IdentifyContext, identify } from '../../procurement/people/identify-person.ts'
import { assertRole } from '../../procurement/people/person.ts'
import type { AppEnv } from '../app-env.ts'
import { bearerToken } from './admin-authentication.ts'

type Options = { identification: IdentifyContext; audit(requestId: string | null): AuditOrigin }

/** What somebody may ask who has no role yet. */
const ABOUT_ONESELF = '/api/users/me'

/** Lets in people with a role, whatever the path, and keeps the answer out of caches; 401 and 403 otherwise. */
export const requirePerson = ({ identification, audit }: Options) =>
  createMiddleware<AppEnv>(async function requirePerson(c, next) {
    const token = bearerToken(c)
    const person = await identify(identification, { token, audit: audit(c.env.requestId) })
    if (c.req.path !== ABOUT_ONESELF) assertRole(person)
    c.set('person', person)
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
  })
