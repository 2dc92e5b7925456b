// The seo sub-app: HTML pages with metadata for crawlers, the feed, robots.txt and the sitemap. `SITE_PAGES` decides which of
// the pages exist.
import type { RouteGroup } from '../route-group.ts'
import { fileGroups } from './crawler-routes.ts'
import { newsletterGroup } from './newsletter-routes.ts'
import { withSitePreviews } from './preview-site.ts'
import { recordGroups } from './record-page-routes.ts'
import { searchGroup } from './search-routes.ts'
import { singleGroups } from './single-page-routes.ts'
import { listGroups } from './story-list-routes.ts'

export const seoApp: RouteGroup[] = [
  ...singleGroups.map(withSitePreviews),
  ...fileGroups,
  ...listGroups.map(withSitePreviews),
  ...recordGroups.map(withSitePreviews),
  withSitePreviews(searchGroup),
  newsletterGroup,
]
