// POST /api/admin/upload                       multipart: file, name?, alt?, title?
// POST /api/admin/import-image                 {url, name?, alt?, title?}
// GET  /api/admin/media                        ?search&unused&type&sort&page&per_page
// GET  PATCH DELETE /api/admin/media/{id}      GET adds `uploaded_by`, `used_in`; {alt?, title?}
// POST /api/admin/media/{id}/replace           {with}
// PATCH /api/admin/articles/{id}/images        {src, alt?, title?, lang?}
import { Hono } from 'hono'
import { presentForEditors } from '../../content/definition/record-views.ts'
import { articles } from '../../content/resources/articles.ts'
import { editBodyImage } from '../../content/verbs/edit-body-image.ts'
import type { Deps } from '../../deps.ts'
import { importImage } from '../../media/import-image.ts'
import type { MediaContext } from '../../media/media-context.ts'
import { getMedia, listMedia, removeMedia, updateMedia } from '../../media/media-library.ts'
import { type MediaRow, presentMedia } from '../../media/media-rows.ts'
import { replaceEverywhere } from '../../media/replace-everywhere.ts'
import { fileTooLarge, uploadFile } from '../../media/upload-file.ts'
import { AppError, invalid } from '../../text/errors.ts'
import { etagOf } from '../../text/record-version.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { contentContext } from '../requests/content-request.ts'
import { type Part, readMultipart, textOf } from '../requests/multipart.ts'
import { filters } from '../requests/query-schemas.ts'
import { readJson } from '../requests/request-body.ts'
import { idOf, ifMatchOf, listQuery, pagingOf } from '../requests/validate-request.ts'

export function libraryRoutes(deps: Deps) {
  const contextOf = (c: AppContext): MediaContext => ({
    ...deps.media,
    actor: c.get('session').actor,
    audit: deps.audit(c.env.requestId),
  })

  /** Counts the result in the metrics. An import of an image that is already here stores nothing. */
  async function counted(storing: Promise<{ row: MediaRow; created: boolean }>) {
    try {
      const result = await storing
      if (result.created) deps.metrics.uploaded('stored', result.row.size)
      return result
    } catch (error) {
      deps.metrics.uploaded(error instanceof AppError && error.status < 500 ? 'refused' : 'failed')
      throw error
    }
  }

  async function upload(c: AppContext) {
    const parts = await readMultipart(c, () => fileTooLarge(deps.media))
    return { row: await uploadFile(contextOf(c), parseUpload(parts)), created: true }
  }

  return new Hono<AppEnv>()
    .post('/upload', async (c) => send(c, (await counted(upload(c))).row, 201))
    .post('/import-image', async (c) => {
      const { row, created } = await counted(readJson(c).then((body) => importImage(contextOf(c), body)))
      return send(c, row, created ? 201 : 200)
    })
    .get('/media', listQuery(filters.media), async (c) => {
      const { search = '', unused, type, sort, ...query } = c.req.valid('query')
      const paging = pagingOf(query)
      const page = await listMedia(contextOf(c), { search, unused, type, sort, paging })
      return c.json({ ...page, items: page.items.map(presentMedia) })
    })
    .get('/media/:id', async (c) => {
      const { row, uploader, usages } = await getMedia(contextOf(c), idOf(c))
      return c.json({ ...presentMedia(row), uploaded_by: uploader, used_in: usages }, 200, {
        ETag: etagOf(row.version),
      })
    })
    .patch('/media/:id', async (c) => {
      const change = { id: idOf(c), ifMatch: ifMatchOf(c), body: await readJson(c) }
      return send(c, await updateMedia(contextOf(c), change), 200)
    })
    .delete('/media/:id', async (c) => {
      await removeMedia(contextOf(c), { id: idOf(c), ifMatch: ifMatchOf(c) })
      return c.body(null, 204)
    })
    .post('/media/:id/replace', async (c) => {
      const replacement = { id: idOf(c), body: await readJson(c) }
      return c.json({ replaced: await replaceEverywhere(contentContext(deps, c), replacement) })
    })
    .patch('/articles/:id/images', async (c) => {
      const row = await editBodyImage(contentContext(deps, c), {
        resource: articles,
        idOrKey: c.req.param('id'),
        body: await readJson(c),
        ifMatch: ifMatchOf(c),
        languages: deps.snapshot.languages,
      })
      return c.json(presentForEditors(articles, row), 200, {
        ETag: etagOf(row.version),
      })
    })
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

const send = (c: AppContext, row: MediaRow, status: 200 | 201) =>
  c.json(presentMedia(row), status, {
    ETag: etagOf(row.version),
    ...(status === 201 && { Location: `/api/admin/media/${row.id}` }),
  })
