// The public sub-app, below `/api`: content, probes, the API description, sign-in and forms.
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { SearchLimit } from '../middleware/search-limit.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { MAX_CREDENTIALS_BYTES, MAX_FORM_BYTES } from '../requests/body-limits.ts'
import type { RouteAccess, SubApp } from '../route-access.ts'
import { accountLinkRoutes } from './account-link-routes.ts'
import { docsRoutes } from './api-docs-routes.ts'
import { articleRoutes } from './article-routes.ts'
import { clientConfigRoutes } from './client-config-routes.ts'
import { formRoutes } from './form-routes.ts'
import { healthRoutes } from './health-routes.ts'
import { searchRoutes } from './search-routes.ts'
import { authRoutes } from './sign-in-routes.ts'
import { siteRoutes } from './site-routes.ts'

const account = { cors: 'listed-origins', maxBodyBytes: MAX_CREDENTIALS_BYTES } as const

const access: RouteAccess[] = [
  {
    paths: ['/api/site', '/api/articles', '/api/projects', '/api/client-config'],
    authentication: 'none',
    cors: 'any-origin',
    maxBodyBytes: 0,
    isServedFromMemory: true,
  },
  {
    paths: ['/api/openapi.json', '/api/docs'],
    authentication: 'none',
    cors: 'any-origin',
    maxBodyBytes: 0,
    isServedFromMemory: true,
  },
  {
    paths: ['/api/live', '/api/health'],
    authentication: 'none',
    cors: 'none',
    maxBodyBytes: 0,
    isServedFromMemory: true,
  },
  {
    paths: ['/api/search'],
    authentication: 'none',
    cors: 'any-origin',
    maxBodyBytes: 0,
    clientLimit: 'search',
  },
  { ...account, paths: ['/api/auth/login'], authentication: 'none', clientLimit: 'failed-logins' },
  {
    ...account,
    paths: ['/api/auth/change-password'],
    authentication: 'session',
    clientLimit: 'failed-logins',
  },
  { ...account, paths: ['/api/auth/me', '/api/auth/logout'], authentication: 'session' },
  {
    ...account,
    paths: ['/api/auth/forgot-password', '/api/auth/reset-password', '/api/auth/accept-invitation'],
    authentication: 'none',
    clientLimit: 'account-links',
  },
  {
    paths: ['/api/contact', '/api/newsletter'],
    authentication: 'none',
    cors: 'listed-origins',
    maxBodyBytes: MAX_FORM_BYTES,
    clientLimit: 'submissions',
  },
]

export function publicApp(deps: Deps, searchLimit: SearchLimit): SubApp {
  const routes = new Hono<AppEnv>()
    .route('/api', healthRoutes(deps))
    .route('/api', clientConfigRoutes(deps))
    .route('/api', siteRoutes(deps))
    .route('/api', articleRoutes(deps))
    .route('/api', searchRoutes(deps, searchLimit))
    .route('/api', docsRoutes())
    .route('/api/auth', authRoutes(deps))
    .route('/api/auth', accountLinkRoutes(deps))
    .route('/api', formRoutes(deps))
  return { access, routes }
}
