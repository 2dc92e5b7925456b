// Bodies and totals of quotes. Amounts are integers in minor units of the currency, so no fraction is ever rounded.

import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { items } from '../../platform/db/schema/procurement.ts'
import { isCurrency } from '../../text/currencies.ts'
import { invalid } from '../../text/errors.ts'
import type { FieldIssue } from '../../text/field-issues.ts'
import { READ_ONLY_FIELDS } from '../../text/record-fields.ts'
import { MAX_ITEM_QUANTITY, readOnly, recordId, singleLine } from '../procurement-fields.ts'

export const MAX_LINES = 500

const lineFields = {
  item_id: recordId.nullish(),
  description: singleLine(500),
  quantity: z.int().min(1).max(MAX_ITEM_QUANTITY),
  unit_price: z.int().min(0),
  ...readOnly('position', 'total', 'supplier', 'estimated_unit_price', 'received', 'receivable'),
}
const line = z
  .strictObject({ ...lineFields, ...readOnly('id') })
  .transform(({ item_id = null, description, quantity, unit_price }) => ({
    item_id,
    description,
    quantity,
    unit_price,
  }))
const changedLine = z
  .strictObject({ ...lineFields, id: recordId.nullish() })
  .transform(({ id = null, item_id = null, description, quantity, unit_price }) => ({
    id,
    item_id,
    description,
    quantity,
    unit_price,
  }))

const linesOf = <Schema extends z.ZodType>(schema: Schema) => z.array(schema).min(1).max(MAX_LINES)

const fields = {
  title: singleLine(200),
  currency: z.string().refine(isCurrency, 'is not an ISO 4217 currency code such as EUR'),
}
const ignoredFields = readOnly(
  ...READ_ONLY_FIELDS,
  'number',
  'status',
  'total',
  'requester',
  'closed_short',
  'approvals',
  'approvals_needed',
  'awards',
  'orders',
)

/** Body of a new quote. */
export const newQuote = z
  .strictObject({ ...fields, lines: linesOf(line), ...ignoredFields })
  .transform(({ title, currency, lines }) => ({ title, currency, lines }))

/** Body of a change to a draft; `lines` replaces all lines, of which those with their `id` stay. */
export const quoteChanges = z
  .strictObject({ ...fields, lines: linesOf(changedLine), ...ignoredFields })
  .partial()
  .transform(({ title, currency, lines }) => ({ title, currency, lines }))

export type Line = z.output<typeof line>
export type ChangedLine = z.output<typeof changedLine>

/** The sum of the lines in minor units. Throws 422 when it exceeds the largest exact integer. */
export function totalOf(lines: readonly Line[]): number {
  let total = 0n
  const issues: FieldIssue[] = []
  const tooLarge = `makes a total above ${Number.MAX_SAFE_INTEGER}`
  const params = { max: Number.MAX_SAFE_INTEGER }
  for (const [index, { quantity, unit_price }] of lines.entries()) {
    const sum = BigInt(quantity) * BigInt(unit_price)
    if (sum > Number.MAX_SAFE_INTEGER) {
      issues.push({ path: `lines.${index}.unit_price`, code: 'too_big', message: tooLarge, params })
    }
    total += sum
  }
  if (issues.length === 0 && total > Number.MAX_SAFE_INTEGER) {
    issues.push({ path: 'lines', code: 'too_big', message: tooLarge, params })
  }
  if (issues.length > 0) throw invalid(issues)
  return Number(total)
}

/** Throws 422 for every line whose item does not exist. */
export async function assertItemsExist(tx: Tx, lines: readonly Line[]) {
  const ids = [...new Set(lines.flatMap(({ item_id }) => item_id ?? []))]
  if (ids.length === 0) return
  const found = await tx.select({ id: items.id }).from(items).where(inArray(items.id, ids))
  const existing = new Set(found.map(({ id }) => id))
  const issues = lines.flatMap(({ item_id }, index) =>
    item_id === null || existing.has(item_id)
      ? []
      : [{ path: `lines.${index}.item_id`, code: 'unknown_reference', message: 'does not exist' }],
  )
  if (issues.length > 0) throw invalid(issues)
}
