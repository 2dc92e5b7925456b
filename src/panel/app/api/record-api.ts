// The client's methods for a resource that is known by name only, as the panel knows all of them from the schema.
import type { ContentClient, List, ListQuery, Revision } from '../../../client/index.ts'
import { useApi } from './api.ts'

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
}

export const recordApiOf = (api: ContentClient, resource: string) =>
  api.admin.resource(resource as 'articles') as unknown as RecordApi

export const useRecordApi = (resource: string): RecordApi => recordApiOf(useApi(), resource)
