// What the routes of the media library share.
import type { Deps } from '../../deps.ts'
import type { MediaContext } from '../../media/media-context.ts'
import { type MediaRow, presentMedia } from '../../media/media-rows.ts'
import { etagOf } from '../../text/record-version.ts'
import type { AppContext } from '../requests/app-env.ts'

export const mediaContext = ({ media, audit }: Deps, c: AppContext): MediaContext => ({
  ...media,
  actor: c.get('session').actor,
  audit: audit(c.env.requestId),
})

export const sendMedia = (c: AppContext, row: MediaRow, status: 200 | 201) =>
  c.json(presentMedia(row), status, {
    ETag: etagOf(row.version),
    ...(status === 201 && { Location: `/api/admin/media/${row.id}` }),
  })
