// Batches from a selection: the operations, those that take them back, and which records an error names.
import type { FieldIssue, ResourceDescription } from '../../client/index.ts'
import type { BatchOperation } from '../app/api/record-api.ts'
import type { ListedRecord } from '../records/record-names.ts'

export type BatchAction =
  | { verb: 'publish' | 'unpublish' | 'delete' }
  | { verb: 'set'; field: string; value: unknown }
  /** The dates at which they are to be published, by id. */
  | { verb: 'schedule'; dates: ReadonlyMap<number, string> }

/** The records that the action changes: those that are published already need no publishing. */
export const affected = (records: readonly ListedRecord[], action: BatchAction) =>
  records.filter((record) => {
    if (action.verb === 'publish') return record.status !== 'published'
    if (action.verb === 'unpublish') return record.status === 'published'
    if (action.verb === 'schedule') return action.dates.has(record.id)
    return true
  })

/** One operation for each record, with the version that was read: a record that changed meanwhile stops the batch. */
export const operationsOf = (records: readonly ListedRecord[], action: BatchAction): BatchOperation[] =>
  records.map(({ id, version }) => {
    if (action.verb === 'set') return { op: 'patch', id, version, data: { [action.field]: action.value } }
    if (action.verb !== 'schedule') return { op: action.verb, id, version }
    return { op: 'patch', id, version, data: { status: 'published', published_at: action.dates.get(id) } }
  })

type Result = { id: number; version: number }

/**
 * The operations that take a batch back, with the versions after it; null for deletions, which the trash takes back.
 * `before` are the records as they were, with the field that was set.
 */
export function inverseOf(
  action: BatchAction,
  before: readonly ListedRecord[],
  results: readonly Result[],
): BatchOperation[] | null {
  if (action.verb === 'delete') return null
  const earlier = new Map(before.map((record) => [record.id, record]))
  return results.flatMap(({ id, version }): BatchOperation[] => {
    const record = earlier.get(id)
    if (!record) return []
    if (action.verb === 'set')
      return [{ op: 'patch', id, version, data: { [action.field]: record[action.field] ?? null } }]
    const { status, published_at } = record
    return [{ op: 'patch', id, version, data: { status, published_at } }]
  })
}

export type RecordFailure = { record: ListedRecord; issues: FieldIssue[] }

/** The issues of a failed batch by record, with paths inside of it: `operations.2.title` is `title` of the third one. */
export function failuresOf(issues: readonly FieldIssue[], records: readonly ListedRecord[]): RecordFailure[] {
  const failures = new Map<number, RecordFailure>()
  for (const issue of issues) {
    const [, index, path = ''] = /^operations\.(\d+)(?:\.(.+))?$/.exec(issue.path) ?? []
    const record = records[Number(index)]
    if (!record) continue
    const failure = failures.get(record.id) ?? { record, issues: [] }
    failure.issues.push({ ...issue, path })
    failures.set(record.id, failure)
  }
  return [...failures.values()]
}

const SETTABLE_KINDS = [
  'boolean',
  'choice',
  'reference',
  'line',
  'text',
  'icon',
  'tags',
  'integer',
  'decimal',
]

/** Fields that make sense for many records at once: no unique ones, no long texts, nothing with an action of its own. */
export const settableFields = (resource: ResourceDescription) =>
  resource.fields.filter(
    ({ name, kind, read_only }) =>
      !read_only &&
      SETTABLE_KINDS.includes(kind) &&
      name !== resource.key &&
      name !== 'position' &&
      !(resource.publishable && name === 'status'),
  )
