// The client of any resource: the schema says which of these methods it has.
import type { Client, List, ListQuery } from '../../client/index.ts'
import type { BatchOperation } from './batch-operations.ts'
import type { ListedRecord } from './record-names.ts'

export type RecordApi = {
  list(query?: ListQuery): Promise<List<ListedRecord>>
  batch(
    operations: readonly BatchOperation[],
    options?: { records?: boolean },
  ): Promise<{ id: number; version: number }[]>
  reorder(ids: readonly number[], options?: { etag?: string | null }): Promise<{ etag: string | null }>
}

export const recordApi = (api: Client, name: string) =>
  api.admin.resource(name as 'articles') as unknown as RecordApi
