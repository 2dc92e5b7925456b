import { cors } from 'hono/cors'
import { SHARED_WITH_PAGES } from '../default-headers.ts'

/** Routes that act for somebody; everything else may be read from anywhere. */
export const ACTING = [
  ...['/api/admin', '/api/auth', '/api/contact', '/api/newsletter'],
  ...['/api/quotes', '/api/inventory', '/api/users', '/api/audit-log'],
]

const acting = new RegExp(`^(?:${ACTING.join('|')})(?:/|$)`)

export const isActing = (path: string) => acting.test(path)

/** Lets pages of the listed origins use the acting routes, and answers their preflights. */
export const crossOrigin = (origins: readonly string[]) =>
  cors({
    ...SHARED_WITH_PAGES,
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  })
