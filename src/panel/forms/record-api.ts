// The client's methods for a resource that is known by name only, as the panel knows all of them from the schema.
import type { List, Revision } from '../../client/index.ts'
import { useApi } from '../api/api.ts'
import type { Values } from './form-values.ts'

export type AnyRecord = Values & { id: number; version: number }
export type BatchPatch = { op: 'patch'; id: number; version: number; data: Values }

export type RecordApi = {
  list(query?: Record<string, string | number | boolean | undefined>): Promise<List<AnyRecord>>
  get(id: number | string): Promise<AnyRecord>
  create(body: Values, options?: { autosave?: boolean }): Promise<AnyRecord>
  patch(
    id: number | string,
    body: Values,
    options?: { version?: number; autosave?: boolean },
  ): Promise<AnyRecord>
  remove(id: number | string, check?: { version?: number }): Promise<void>
  duplicate(id: number | string): Promise<AnyRecord>
  batch(operations: BatchPatch[], options?: { records?: boolean }): Promise<unknown>
  revisions(id: number | string, paging?: { page?: number; per_page?: number }): Promise<List<Revision>>
}

type Api = ReturnType<typeof useApi>

export const recordApiOf = (api: Api, resource: string) =>
  api.admin.resource(resource as 'articles') as unknown as RecordApi

export const useRecordApi = (resource: string): RecordApi => recordApiOf(useApi(), resource)
