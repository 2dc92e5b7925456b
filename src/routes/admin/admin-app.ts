import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { userRoutes } from './admin-user-routes.ts'
import { contentRoutes } from './content-routes.ts'
import { messageRoutes } from './message-routes.ts'
import { newsletterRoutes } from './subscriber-routes.ts'

/** What signed-in editors may call, below `/api/admin`; the guards stand before it in `app.ts`. */
export function adminRoutes(deps: Deps) {
  const door = new Hono<AppEnv>()
  door.route('/users', userRoutes(deps))
  door.route('/messages', messageRoutes(deps))
  door.route('/newsletter', newsletterRoutes(deps))
  door.route('/', contentRoutes(deps))
  return door
}
