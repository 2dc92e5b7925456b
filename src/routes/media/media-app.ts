import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { fileRoutes } from './media-file-routes.ts'
import { libraryRoutes } from './media-library-routes.ts'

/** Images: what editors do with them below `/api/admin`, behind its guards, and what the public is sent. */
export function mediaRoutes(deps: Deps) {
  const door = new Hono<AppEnv>()
  door.route('/api/admin', libraryRoutes(deps))
  door.route('/media', fileRoutes(deps))
  return door
}
