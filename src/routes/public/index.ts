import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../../http/env.ts'
import { articleRoutes } from './articles.ts'
import { authRoutes } from './auth.ts'
import { clientConfigRoutes } from './client-config.ts'
import { formRoutes } from './forms.ts'
import { healthRoutes } from './health.ts'
import { siteRoutes } from './site.ts'

/** What anybody may call, below `/api`. */
export function publicRoutes(deps: Deps) {
  const door = new Hono<AppEnv>()
  door.route('/', healthRoutes(deps))
  door.route('/', clientConfigRoutes(deps))
  door.route('/', siteRoutes(deps))
  door.route('/', articleRoutes(deps))
  door.route('/auth', authRoutes(deps))
  door.route('/', formRoutes(deps))
  return door
}
