// The seo sub-app: HTML pages with metadata for crawlers, the feed, robots.txt and the sitemap. `SITE_PAGES` decides which of
// the pages exist.
import type { RouteGroup } from '../route-group.ts'
import { fileGroups } from './crawler-routes.ts'
import { newsletterGroup } from './newsletter-routes.ts'
import { recordGroups } from './record-page-routes.ts'
import { singleGroups } from './single-page-routes.ts'
import { listGroups } from './story-list-routes.ts'

export const seoApp: RouteGroup[] = [
  ...singleGroups,
  ...fileGroups,
  ...listGroups,
  ...recordGroups,
  newsletterGroup,
]
