// The five sub-apps, which do not import each other. Of routes that match the same path, the first one answers.
import { adminApp } from './admin/admin-app.ts'
import { mediaApp } from './media/media-app.ts'
import { opsApp } from './ops/ops-app.ts'
import { publicApp } from './public/public-app.ts'
import type { RouteGroup } from './route-group.ts'
import { seoApp } from './seo/seo-app.ts'

export const routeGroups: readonly RouteGroup[] = [
  ...opsApp,
  ...publicApp,
  ...mediaApp,
  ...adminApp,
  ...seoApp,
]
