// What a resource is: data that the seven generic verbs, the snapshot and the doors read. No resource brings code of
// its own but for `check`, the rules that span fields.
import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Tx } from '../db/database.ts'
import type { FieldIssue } from '../errors.ts'
import { type FieldKind, integer, kindOf } from './field-types.ts'

/** The highest position that may be set; a list that reaches it is closed up when the next record comes. */
export const LAST_POSITION = 1_000_000
const position = integer(0, LAST_POSITION).optional()

export type Row = Record<string, unknown> & { id: number; version: number }
export type ContentTable = PgTable & { id: PgColumn; version: PgColumn }

export type Resource = {
  /** URL name, e.g. `why-us`. */
  name: string
  /** Member name in `/api/site`, e.g. `why_us`. */
  member: string
  table: ContentTable
  input: z.ZodObject
  ordered: boolean
  singleton: boolean
  /** The unique column whose value keys the member in `/api/site`, or null for a list. */
  key: string | null
  /** Whether the key also stands in admin paths instead of the id. */
  addressedByKey: boolean
  /** Has `status`, `published_at` and `author_id`; only what is published is public. */
  publishable: boolean
  /** Columns that bound when a record is public, by the clock. */
  visibleBetween: { from: string | null; until: string | null } | null
  /** Path prefix of the record's own page, which its slug completes; null where it has none. */
  pagePrefix: string | null
  /** The fields that lead from one path to another; a record that leads to a page nobody may see is not public. */
  redirectFields: { from: string; to: string } | null
  /** Writes run one at a time, for `check` looks at other records. */
  serialWrites: boolean
  /** The field an absent slug is made from; null where the resource has no slug. */
  slugFrom: string | null
  /** What a record's public view may show, in this order. */
  publicFields: string[]
  /** Left out of the summaries that public lists show. */
  longFields: string[]
  /** Read-only columns computed by the database, shown to the public and to editors. */
  derived: Record<string, SQL>
  /** Fields whose values need more than a type check; see `clean.ts`. */
  fieldKinds: Map<string, FieldKind>
  /** Rules that span fields or rows, given the record as it would be stored. */
  check: ((merged: Row, tx: Tx) => FieldIssue[] | Promise<FieldIssue[]>) | null
}

type Options<Table extends ContentTable, Shape extends z.ZodRawShape> = {
  name: string
  table: Table
  /** Every key must be a column of the table. */
  input: Shape & { [Key in Exclude<keyof Shape, keyof Table['$inferSelect']>]: never }
  ordered?: boolean
  singleton?: boolean
  key?: string & keyof Table['$inferSelect']
  addressedByKey?: boolean
  publishable?: boolean
  visibleBetween?: {
    from?: string & keyof Table['$inferSelect']
    until?: string & keyof Table['$inferSelect']
  }
  pagePrefix?: string
  redirectFields?: { from: string & keyof Shape; to: string & keyof Shape }
  serialWrites?: boolean
  slugFrom?: string & keyof Shape
  /** Input fields that only editors see. */
  editorsOnly?: (string & keyof Shape)[]
  longFields?: (string & keyof Shape)[]
  derived?: Record<string, SQL>
  check?: (merged: Table['$inferSelect'], tx: Tx) => FieldIssue[] | Promise<FieldIssue[]>
}

export function defineResource<Table extends ContentTable, Shape extends z.ZodRawShape>(
  options: Options<Table, Shape>,
): Resource {
  const input = z.strictObject({ ...options.input, ...(options.ordered && { position }) })
  const derived = options.derived ?? {}
  const hidden = new Set<string>(options.editorsOnly)
  const fieldKinds = new Map<string, FieldKind>()
  for (const [name, field] of Object.entries(input.shape)) {
    const kind = kindOf(field as z.ZodType)
    if (kind) fieldKinds.set(name, kind)
  }
  return {
    name: options.name,
    member: options.name.replaceAll('-', '_'),
    table: options.table,
    input,
    ordered: options.ordered ?? false,
    singleton: options.singleton ?? false,
    key: options.key ?? null,
    addressedByKey: options.addressedByKey ?? false,
    publishable: options.publishable ?? false,
    visibleBetween: options.visibleBetween
      ? { from: options.visibleBetween.from ?? null, until: options.visibleBetween.until ?? null }
      : null,
    pagePrefix: options.pagePrefix ?? null,
    redirectFields: options.redirectFields ?? null,
    serialWrites: options.serialWrites ?? false,
    slugFrom: options.slugFrom ?? null,
    publicFields: [
      'id',
      ...Object.keys(input.shape).filter((name) => name !== 'position' && !hidden.has(name)),
      ...Object.keys(derived),
      ...(options.ordered ? ['position'] : []),
      'updated_at',
    ],
    longFields: options.longFields ?? [],
    derived,
    fieldKinds,
    check: (options.check as Resource['check']) ?? null,
  }
}
