// The admin sub-app: everything below `/api/admin` except for images, and the admin panel. Admins may call all of it,
// editors what is content; creators list, create, read and edit their own drafts.
import type { RouteGroup } from '../route-group.ts'
import { adminUserGroup } from './admin-user-routes.ts'
import { batchGroup } from './batch-routes.ts'
import { changeGroup } from './change-routes.ts'
import { commentGroup } from './comment-routes.ts'
import { contentGroup } from './content-routes.ts'
import { eventGroup } from './event-routes.ts'
import { linkGroup } from './link-routes.ts'
import { mailGroup } from './mail-routes.ts'
import { messageGroup } from './message-routes.ts'
import { notificationGroup } from './notification-routes.ts'
import { panelGroup } from './panel-routes.ts'
import { sitePreviewGroup } from './preview-routes.ts'
import { redirectGroup } from './redirect-routes.ts'
import { releaseGroup } from './release-routes.ts'
import { reviewGroup } from './review-routes.ts'
import { schemaGroup } from './schema-routes.ts'
import { subscriberGroup } from './subscriber-routes.ts'
import { tokenGroup } from './token-routes.ts'
import { trashGroup } from './trash-routes.ts'

export const adminApp: RouteGroup[] = [
  adminUserGroup,
  messageGroup,
  subscriberGroup,
  mailGroup,
  schemaGroup,
  tokenGroup,
  notificationGroup,
  trashGroup,
  changeGroup,
  releaseGroup,
  sitePreviewGroup,
  commentGroup,
  reviewGroup,
  eventGroup,
  redirectGroup,
  linkGroup,
  batchGroup,
  contentGroup,
  panelGroup,
]
