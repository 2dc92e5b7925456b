import { type MediaRow, presentMedia } from '../../media/media-rows.ts'
import { etagOf } from '../../text/record-version.ts'
import type { AppContext } from '../requests/app-env.ts'

export const sendMedia = (c: AppContext, row: MediaRow, status: 200 | 201) =>
  c.json(presentMedia(row), status, {
    ETag: etagOf(row.version),
    ...(status === 201 && { Location: `/api/admin/media/${row.id}` }),
  })
