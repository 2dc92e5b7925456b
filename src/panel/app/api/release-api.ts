// Requests about releases and previews of the site, apart from the client that the panel begins with.
import type {
  ListedDraft,
  ListedRelease,
  NewRelease,
  PreviewLink,
  ReleasePatch,
  ReleaseWithItems,
  SitePreviewOptions,
} from '../../../client/index.ts'
import { createJsonRequest, createRequest, ifMatch } from '../../../client/send-request.ts'
import { api } from './client.ts'
import { fetchWithSession } from './session-fetch.ts'

const request = createRequest({ fetch: fetchWithSession }, api)
const requestJson = createJsonRequest(request)

const PATH = '/api/admin/releases'
const MAX_ITEMS = 200
const DRAFTS_AT_ONCE = 100

export type Item = { resource: string; id: number }
export type ReleaseState = ListedRelease['state']
type Query = { state?: ReleaseState; page: number; per_page: number }
type Page<Entry> = { items: Entry[]; total: number }

export const itemOf = ({ resource, id }: Item): Item => ({ resource, id })
export const keyOf = ({ resource, id }: Item) => `${resource} ${id}`

export const listReleases = (query: Query) => requestJson<Page<ListedRelease>>('GET', PATH, { query })
export const getRelease = (id: number) => requestJson<ReleaseWithItems>('GET', `${PATH}/${id}`)
export const createRelease = (body: NewRelease) => requestJson<ReleaseWithItems>('POST', PATH, { body })

type Read = { id: number; version: number }

/** Each refuses a release that has changed since it was read. */
export const changeRelease = ({ id, version }: Read, body: ReleasePatch) =>
  requestJson<ReleaseWithItems>('PATCH', `${PATH}/${id}`, { body, headers: ifMatch({ version }) })
export const removeRelease = ({ id, version }: Read) =>
  request('DELETE', `${PATH}/${id}`, { headers: ifMatch({ version }) })
export const takeReleaseStep = ({ id, version }: Read, step: 'publish' | 'undo') =>
  requestJson<ReleaseWithItems>('POST', `${PATH}/${id}/${step}`, { headers: ifMatch({ version }) })

export const createSitePreview = (body: SitePreviewOptions) =>
  requestJson<PreviewLink>('POST', '/api/admin/preview', { body })

/** The drafts that exist, the last changed first, as many as a release can hold. */
export async function listDrafts(): Promise<ListedDraft[]> {
  const drafts: ListedDraft[] = []
  for (let page = 1; drafts.length < MAX_ITEMS; page++) {
    const { items, total } = await api.admin.drafts({ page, per_page: DRAFTS_AT_ONCE })
    drafts.push(...items)
    if (items.length === 0 || drafts.length >= total) break
  }
  return drafts.slice(0, MAX_ITEMS)
}
