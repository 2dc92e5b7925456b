// The client's methods for a resource that is known by name only, as the panel knows all of them from the schema.
import { ApiProblem } from '../../../client/api-problem.ts'
import type {
  ContentClient,
  DraftCheck,
  List,
  ListQuery,
  Revision,
  RevisionWithState,
} from '../../../client/index.ts'
import { queryClient, useApi, useSession } from './api.ts'
import { isEditor } from './session.ts'

type Values = Record<string, unknown>
type Version = { id: number; version: number }

export type AnyRecord = Values & Version

export type BatchOperation =
  | ({ op: 'publish' | 'unpublish' | 'delete' } & Version)
  | ({ op: 'patch'; data: Values } & Version)

export type RecordApi = {
  list(query?: ListQuery): Promise<List<AnyRecord>>
  get(id: number | string): Promise<AnyRecord>
  create(body: Values, options?: { autosave?: boolean; key?: string }): Promise<AnyRecord>
  patch(
    id: number | string,
    body: Values,
    options?: { version?: number; autosave?: boolean },
  ): Promise<AnyRecord>
  remove(id: number | string, check?: { version?: number }): Promise<void>
  duplicate(id: number | string): Promise<AnyRecord>
  batch(operations: readonly BatchOperation[], options?: { records?: boolean }): Promise<Version[]>
  reorder(ids: readonly number[], options?: { etag?: string | null }): Promise<{ etag: string | null }>
  revisions(id: number | string, paging?: { page?: number; per_page?: number }): Promise<List<Revision>>
  revision(id: number | string, revision: number): Promise<RevisionWithState>
  draft(id: number | string): Promise<AnyRecord>
  patchDraft(id: number | string, body: Values, check?: DraftCheck): Promise<AnyRecord>
  publishDraft(id: number | string, check?: DraftCheck): Promise<AnyRecord>
  discardDraft(id: number | string, check?: DraftCheck): Promise<void>
}

export const recordApiOf = (api: ContentClient, resource: string) =>
  api.admin.resource(resource as 'articles') as unknown as RecordApi

/** Reads a record as its form shows it: with the state of its working copy, if there is one. Creators have none. */
export function useReadForForm(resource: string) {
  const api = useApi()
  const mayDraft = isEditor(useSession().user)
  return async (id: number | string): Promise<AnyRecord> => {
    const records = recordApiOf(api, resource)
    const [live, drafts] = await Promise.all([
      records.get(id),
      mayDraft ? api.admin.drafts({ resource: resource as 'articles' }) : null,
    ])
    queryClient.setQueryData(['record', resource, String(live.id)], live)
    const isDrafted = drafts?.items.some((draft) => draft.id === live.id)
    return isDrafted ? records.draft(id).catch((error) => liveIfGone(error, live)) : live
  }
}

function liveIfGone(error: unknown, live: AnyRecord) {
  if (error instanceof ApiProblem && error.status === 404) return live
  throw error
}

export const useRecordApi = (resource: string): RecordApi => recordApiOf(useApi(), resource)
