// The media sub-app: the editors' image library below `/api/admin`, and the public files.
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { MAX_FORM_BYTES } from '../requests/body-limits.ts'
import type { RouteAccess, SubApp } from '../route-access.ts'
import { fileRoutes } from './media-file-routes.ts'
import { libraryRoutes } from './media-library-routes.ts'

export function mediaApp(deps: Deps): SubApp {
  const access: RouteAccess[] = [
    { paths: ['/media'], authentication: 'none', cors: 'any-origin', maxBodyBytes: 0 },
    // The library's other routes fall under the admin sub-app's `/api/admin`.
    {
      paths: ['/api/admin/upload'],
      authentication: 'admin',
      cors: 'listed-origins',
      // The file, its text fields and the part headers.
      maxBodyBytes: deps.media.maxUploadBytes + MAX_FORM_BYTES,
    },
  ]
  const routes = new Hono<AppEnv>().route('/api/admin', libraryRoutes(deps)).route('/media', fileRoutes(deps))
  return { access, routes }
}
