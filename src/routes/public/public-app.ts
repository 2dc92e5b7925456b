import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { articleRoutes } from './article-routes.ts'
import { clientConfigRoutes } from './client-config-routes.ts'
import { formRoutes } from './form-routes.ts'
import { healthRoutes } from './health-routes.ts'
import { searchRoutes } from './search-routes.ts'
import { authRoutes } from './sign-in-routes.ts'
import { siteRoutes } from './site-routes.ts'

/** What anybody may call, below `/api`. */
export function publicRoutes(deps: Deps) {
  const door = new Hono<AppEnv>()
  door.route('/', healthRoutes(deps))
  door.route('/', clientConfigRoutes(deps))
  door.route('/', siteRoutes(deps))
  door.route('/', articleRoutes(deps))
  door.route('/', searchRoutes(deps))
  door.route('/auth', authRoutes(deps))
  door.route('/', formRoutes(deps))
  return door
}
