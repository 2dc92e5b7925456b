// The operations sub-app: probes, metrics and procurement.
import type { RouteGroup } from '../route-group.ts'
import { approvalGroup } from './approval-routes.ts'
import { auditGroup } from './audit-log-routes.ts'
import { inventoryGroup } from './inventory-routes.ts'
import { userGroup } from './procurement-user-routes.ts'
import { quoteGroup } from './quote-routes.ts'
import { readinessGroup } from './readiness-routes.ts'
import { supplierGroup } from './supplier-routes.ts'

export const opsApp: RouteGroup[] = [
  readinessGroup,
  quoteGroup,
  approvalGroup,
  supplierGroup,
  inventoryGroup,
  userGroup,
  auditGroup,
]
