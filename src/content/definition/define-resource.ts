// Defines a resource as data, which the content verbs, the snapshot, the routes and the OpenAPI document read. The only
// code of a resource is `check`, for rules that involve several fields or rows.
import { getTableColumns, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { furtherFields } from '../../text/content-language.ts'
import type { FieldIssue } from '../../text/field-issues.ts'
import { type FieldKind, integer, kindOf } from './field-types.ts'
import type { GroupName, ResourceLabels } from './labels.ts'

/** The highest position that may be set. A list that reaches it is renumbered when the next record is created. */
export const MAX_POSITION = 1_000_000
const position = integer(0, MAX_POSITION).optional()

export type Row = Record<string, unknown> & { id: number; version: number }
export type ContentTable = PgTable & { id: PgColumn; version: PgColumn }

export type Resource = {
  /** Name in URLs, e.g. `why-us`. */
  name: string
  labels: ResourceLabels
  /** Section of the admin navigation. */
  group: GroupName
  /** Fields shown in admin lists; the first that is no image names the record. */
  listColumns: readonly string[]
  /** Name of the resource's member in `/api/site`, e.g. `why_us`. */
  member: string
  table: ContentTable
  input: z.ZodObject
  /** Of some fields. */
  patch: z.ZodObject
  /** Records have a `position`, which `reorder` changes. */
  ordered: boolean
  /** Exactly one record, with id 1. */
  singleton: boolean
  /** The unique column by which `/api/site` shows the records as an object; null for a list. */
  key: string | null
  /** Admin paths contain the key instead of the id. */
  addressedByKey: boolean
  /** Has `status`, `published_at`, `author_id` and `public_slug`; drafts are not public. */
  publishable: boolean
  /** The date columns between which a record is visible. */
  visibleBetween: { from: string | null; until: string | null } | null
  /** Path prefix of the page that each record has on the website, completed by its slug; null without pages. */
  pagePrefix: string | null
  /** The fields with the two paths of a redirect. See `isRedirectVisible`. */
  redirectFields: { from: string; to: string } | null
  /** Writes run one at a time, because `check` reads other records. */
  serialWrites: boolean
  /** The field from which a missing slug is generated; null for a resource without slugs. */
  slugFrom: string | null
  /** The fields of the public view, in this order. */
  publicFields: string[]
  /** Long texts, omitted from the summaries in public lists. */
  longFields: string[]
  /** The texts that a record must have in its primary language; it is in another language when it has all of them there. */
  requiredTexts: string[]
  /** Read-only columns that the database computes, shown in the public and the admin view. */
  derived: Record<string, SQL>
  /** The rich text whose words each write counts into the columns `words`; null for none. */
  countedText: string | null
  /** Fields whose values a write converts; see `toStored` in parse-record.ts. */
  fieldKinds: Map<string, FieldKind>
  /** Validates rules that involve several fields or rows, given the record as it would be stored. */
  check: ((record: Row, tx: Tx) => FieldIssue[] | Promise<FieldIssue[]>) | null
}

type Flag = 'ordered' | 'singleton' | 'addressedByKey' | 'publishable' | 'serialWrites'

type Options<Table extends ContentTable, Shape extends z.ZodRawShape> = Pick<
  Resource,
  'name' | 'labels' | 'group' | 'listColumns'
> & { [Name in Flag]?: boolean } & {
  table: Table
  /** Each key must be a column of the table. */
  input: Shape & { [Key in Exclude<keyof Shape, keyof Table['$inferSelect']>]: never }
  key?: string & keyof Table['$inferSelect']
  visibleBetween?: { [End in 'from' | 'until']?: string & keyof Table['$inferSelect'] }
  pagePrefix?: string
  redirectFields?: { from: string & keyof Shape; to: string & keyof Shape }
  slugFrom?: string & keyof Shape
  /** Input fields that are not in the public view. */
  editorsOnly?: (string & keyof Shape)[]
  longFields?: (string & keyof Shape)[]
  countedText?: string & keyof Shape
  derived?: Record<string, SQL>
  check?: (record: Table['$inferSelect'], tx: Tx) => FieldIssue[] | Promise<FieldIssue[]>
}

export function defineResource<Table extends ContentTable, Shape extends z.ZodRawShape>(
  options: Options<Table, Shape>,
): Resource {
  const input = z.strictObject({
    ...options.input,
    ...('hidden' in getTableColumns(options.table) && { hidden: z.boolean().optional() }),
    ...(options.ordered && { position }),
  })
  const derived = options.derived ?? {}
  const hidden = new Set<string>(['hidden', ...(options.editorsOnly ?? [])])
  const fieldKinds = new Map<string, FieldKind>()
  for (const [name, field] of Object.entries(input.shape)) {
    const kind = kindOf(field as z.ZodType)
    if (kind) fieldKinds.set(name, kind)
  }
  return {
    name: options.name,
    labels: options.labels,
    group: options.group,
    listColumns: options.listColumns,
    member: options.name.replaceAll('-', '_'),
    table: options.table,
    input,
    patch: input.partial(),
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
    requiredTexts: Object.entries(options.input).flatMap(([name, field]) =>
      furtherFields(name).every((further) => further in options.input) &&
      !z.safeParse(field, undefined).success
        ? [name]
        : [],
    ),
    derived,
    countedText: options.countedText ?? null,
    fieldKinds,
    check: (options.check as Resource['check']) ?? null,
  }
}
