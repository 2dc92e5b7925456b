import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../../http/env.ts'
import { contentRoutes } from './content.ts'
import { messageRoutes } from './messages.ts'
import { newsletterRoutes } from './newsletter.ts'
import { userRoutes } from './users.ts'

/** What signed-in editors may call, below `/api/admin`; the guards stand before it in `app.ts`. */
export function adminRoutes(deps: Deps) {
  const door = new Hono<AppEnv>()
  door.route('/users', userRoutes(deps))
  door.route('/messages', messageRoutes(deps))
  door.route('/newsletter', newsletterRoutes(deps))
  door.route('/', contentRoutes(deps))
  return door
}
