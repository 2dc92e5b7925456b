// The public sub-app, below `/api`: content, probes, the API description, sign-in and forms.
import type { RouteGroup } from '../route-group.ts'
import { accountLinkGroups } from './account-link-routes.ts'
import { docsGroup } from './api-docs-routes.ts'
import { articleGroup } from './article-routes.ts'
import { clientConfigGroup } from './client-config-routes.ts'
import { clientPackageGroup } from './client-package-routes.ts'
import { factorGroups } from './factor-routes.ts'
import { formGroups } from './form-routes.ts'
import { healthGroup } from './health-routes.ts'
import { listGroup } from './list-routes.ts'
import { providerGroups } from './provider-routes.ts'
import { redirectGroup } from './redirect-routes.ts'
import { searchGroup } from './search-routes.ts'
import { signInGroups } from './sign-in-routes.ts'
import { siteEventGroup } from './site-event-routes.ts'
import { siteHeadGroup } from './site-head-routes.ts'
import { siteGroup } from './site-routes.ts'

export const publicApp: RouteGroup[] = [
  healthGroup,
  clientConfigGroup,
  clientPackageGroup,
  siteEventGroup,
  siteHeadGroup,
  siteGroup,
  articleGroup,
  redirectGroup,
  listGroup,
  searchGroup,
  docsGroup,
  ...signInGroups,
  ...providerGroups,
  ...factorGroups,
  ...accountLinkGroups,
  ...formGroups,
]
