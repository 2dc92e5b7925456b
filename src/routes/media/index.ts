import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../../http/env.ts'
import { fileRoutes } from './files.ts'
import { libraryRoutes } from './library.ts'

/** Images: what editors do with them below `/api/admin`, behind its guards, and what the public is sent. */
export function mediaRoutes(deps: Deps) {
  const door = new Hono<AppEnv>()
  door.route('/api/admin', libraryRoutes(deps))
  door.route('/media', fileRoutes(deps))
  return door
}
