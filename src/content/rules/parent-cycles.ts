// Prevents a record from being nested under itself.
import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import type { FieldIssue } from '../../text/field-issues.ts'

const MAX_LEVELS = 20

type TreeTable = PgTable & { id: PgColumn; parent_id: PgColumn }
type TreeRecord = { id: number; parent_id: number | null }

const issue = (code: string, message: string): FieldIssue[] => [{ path: 'parent_id', code, message }]

/**
 * Validates the parent of a record; the foreign key ensures that the parent exists. The caller must hold the resource's
 * lock, or two records moved at once could become each other's parent. `record` is a noun: `item`.
 */
export const checkParent =
  (table: TreeTable, record: string) =>
  async ({ id, parent_id }: TreeRecord, tx: Tx): Promise<FieldIssue[]> => {
    let ancestor = parent_id
    for (let level = 1; ancestor !== null; level++) {
      if (ancestor === id) return issue('loop', `must not be the ${record} itself or one of its descendants`)
      if (level > MAX_LEVELS) return issue('too_deep', `is nested more than ${MAX_LEVELS} levels deep`)
      const [parent] = await tx
        .select({ parent_id: table.parent_id })
        .from(table)
        .where(eq(table.id, ancestor))
      ancestor = (parent?.parent_id as number | null | undefined) ?? null
    }
    return []
  }
