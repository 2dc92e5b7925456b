// POST /api/admin/upload         multipart: file, name?, alt?, title?
// POST /api/admin/import-image   {url, name?, alt?, title?}
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { importImage } from '../../media/import-image.ts'
import type { MediaRow } from '../../media/media-rows.ts'
import { fileTooLarge, uploadFile } from '../../media/upload-file.ts'
import { AppError, invalid } from '../../text/errors.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { MAX_FORM_BYTES } from '../requests/body-limits.ts'
import { mediaContext } from '../requests/media-request.ts'
import { type Part, readMultipart, textOf } from '../requests/multipart.ts'
import { readJson } from '../requests/request-body.ts'
import { contentApi } from '../requests/route-access.ts'
import { apart } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'
import { sendMedia } from './send-media.ts'

const uploadRoute: RouteGroup = {
  ...contentApi,
  paths: ['/api/admin/upload'],
  tokens: { 'POST /api/admin/upload': apart('media') },
  // The file, its text fields and the part headers.
  maxBodyBytes: ({ media }) => media.maxUploadBytes + MAX_FORM_BYTES,
  operations: async () => (await import('./media-paths.ts')).uploadPaths(),
  routes: (deps) =>
    new Hono<AppEnv>().post('/api/admin/upload', async (c) => {
      const upload = async () => {
        const parts = await readMultipart(c, () => fileTooLarge(deps.media))
        return { row: await uploadFile(mediaContext(deps, c), parseUpload(parts)), created: true }
      }
      return sendMedia(c, (await counted(deps, upload())).row, 201)
    }),
}

const importRoute: RouteGroup = {
  ...contentApi,
  paths: ['/api/admin/import-image'],
  tokens: { 'POST /api/admin/import-image': apart('media') },
  operations: async () => (await import('./media-paths.ts')).importPaths(),
  routes: (deps) =>
    new Hono<AppEnv>().post('/api/admin/import-image', async (c) => {
      const importing = readJson(c).then((body) => importImage(mediaContext(deps, c), body))
      const { row, created } = await counted(deps, importing)
      return sendMedia(c, row, created ? 201 : 200)
    }),
}

export const addMediaGroups = [uploadRoute, importRoute]

/** Counts the result in the metrics. An import of an image that is already here stores nothing. */
async function counted({ metrics }: Deps, storing: Promise<{ row: MediaRow; created: boolean }>) {
  try {
    const result = await storing
    if (result.created) metrics.uploaded('stored', result.row.size)
    return result
  } catch (error) {
    metrics.uploaded(error instanceof AppError && error.status < 500 ? 'refused' : 'failed')
    throw error
  }
}

/** The file of an upload and its text fields; an empty field counts as absent. Throws 422. */
function parseUpload(parts: readonly Part[]) {
  const files = parts.filter(({ name }) => name === 'file')
  const [file] = files
  if (!file || file.filename === null)
    throw invalid([{ path: 'file', code: 'required', message: 'is required' }])
  if (files.length > 1) throw invalid([{ path: 'file', code: 'too_many', message: 'must be a single file' }])
  const texts = parts.filter((part) => part !== file).map((part) => [part.name, textOf(part)] as const)
  const repeated = texts.find(([name], index) => texts.findIndex(([other]) => other === name) !== index)
  if (repeated) throw invalid([{ path: repeated[0].slice(0, 100), code: 'too_many', message: 'is repeated' }])
  const details = Object.fromEntries(texts.filter(([, value]) => value !== ''))
  return { bytes: file.bytes, filename: file.filename, details }
}
