// The working copies that a request names.
import { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { invalid } from '../../text/errors.ts'
import type { FieldIssue } from '../../text/field-issues.ts'
import { readRow } from '../definition/find-record.ts'
import { readCopy } from '../history/working-copy.ts'
import { findResource } from '../resources/resource-registry.ts'

export const MAX_ITEMS = 200

const item = z.strictObject({
  resource: z.string().refine((name) => findResource(name) !== null, 'must be the name of a resource'),
  id: z.union([z.int().min(1), z.string().min(1).max(200)]).meta({
    description: 'The id of the record, or its key in a resource whose records are addressed by it.',
  }),
})

export const itemsInput = z
  .array(item)
  .max(MAX_ITEMS)
  .optional()
  .meta({ description: 'Records that have a working copy.' })

export type WantedItems = NonNullable<z.output<typeof itemsInput>>

/** The records of these items, in their order. Throws 422 for one that does not exist, has no working copy or is repeated. */
export async function findItems(tx: Tx, wanted: WantedItems) {
  const issues: FieldIssue[] = []
  const found: { resource: string; record_id: number }[] = []
  for (const [index, { resource: name, id }] of wanted.entries()) {
    const path = `items.${index}`
    const resource = findResource(name)!
    const live = await readRow(tx, resource, String(id))
    if (!live || !(await readCopy(tx, resource, live.id))) {
      const message = live ? 'has no working copy; change its draft first' : 'does not exist'
      issues.push({ path, code: 'unknown_reference', message })
    } else if (found.some((row) => row.resource === name && row.record_id === live.id))
      issues.push({ path, code: 'repeated', message: 'is in the list already' })
    else found.push({ resource: name, record_id: live.id })
  }
  if (issues.length > 0) throw invalid(issues)
  return found
}
