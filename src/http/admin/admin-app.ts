// The admin sub-app: everything below `/api/admin` except for images, and the admin panel. Admins may call all of it;
// creators list, create, read and edit their own drafts.
import { Hono } from 'hono'
import { resources } from '../../content/resources/resource-registry.ts'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { MAX_BATCH_BYTES, MAX_JSON_BYTES } from '../requests/body-limits.ts'
import type { RouteAccess, SubApp } from '../route-access.ts'
import { userRoutes } from './admin-user-routes.ts'
import { changeRoutes } from './change-routes.ts'
import { contentRoutes } from './content-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { mailRoutes } from './mail-routes.ts'
import { messageRoutes } from './message-routes.ts'
import { panelRoutes } from './panel-routes.ts'
import { redirectRoutes } from './redirect-routes.ts'
import { schemaRoutes } from './schema-routes.ts'
import { newsletterRoutes } from './subscriber-routes.ts'
import { trashRoutes } from './trash-routes.ts'

const access: RouteAccess[] = [
  {
    paths: ['/api/admin'],
    authentication: 'admin',
    cors: 'listed-origins',
    maxBodyBytes: MAX_JSON_BYTES,
  },
  {
    paths: resources.map(({ name }) => `/api/admin/${name}/batch`),
    authentication: 'admin',
    cors: 'listed-origins',
    maxBodyBytes: MAX_BATCH_BYTES,
  },
  // The panel itself holds nothing secret; it signs in and calls the routes above.
  { paths: ['/admin'], authentication: 'none', cors: 'none', maxBodyBytes: 0 },
]

export function adminApp(deps: Deps): SubApp {
  const routes = new Hono<AppEnv>()
    .route('/api/admin/users', userRoutes(deps))
    .route('/api/admin/messages', messageRoutes(deps))
    .route('/api/admin/newsletter', newsletterRoutes(deps))
    .route('/api/admin/mail', mailRoutes(deps))
    .route('/api/admin/schema', schemaRoutes(deps))
    .route('/api/admin/trash', trashRoutes(deps))
    .route('/api/admin/changes', changeRoutes(deps))
    .route('/api/admin/redirects', redirectRoutes(deps))
    .route('/api/admin/links', linkRoutes(deps))
    .route('/api/admin', contentRoutes(deps))
    .route('/admin', panelRoutes(deps))
  return { access, routes }
}
