// The media sub-app: the editors' image library below `/api/admin`, and the public files.
import type { RouteGroup } from '../route-group.ts'
import { addMediaGroups } from './add-media-routes.ts'
import { fileGroup } from './media-file-routes.ts'
import { libraryGroup } from './media-library-routes.ts'

export const mediaApp: RouteGroup[] = [...addMediaGroups, libraryGroup, fileGroup]
