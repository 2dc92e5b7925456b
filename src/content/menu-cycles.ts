// Prevents a menu item from being nested under itself.
import { eq } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { menu } from '../db/schema/site.ts'
import type { FieldIssue } from '../field-issues.ts'

const MAX_LEVELS = 20

const issue = (code: string, message: string): FieldIssue[] => [{ path: 'parent_id', code, message }]

/**
 * Validates the parent of a menu item; the foreign key ensures that the parent exists. The caller must hold the
 * resource's lock, or two items moved at once could become each other's parent.
 */
export async function checkMenuParent({ id, parent_id }: typeof menu.$inferSelect, tx: Tx) {
  let ancestor = parent_id
  for (let level = 1; ancestor !== null; level++) {
    if (ancestor === id) return issue('loop', 'must not be the item itself or one of its descendants')
    if (level > MAX_LEVELS) return issue('too_deep', `is nested more than ${MAX_LEVELS} levels deep`)
    const [parent] = await tx.select({ parent_id: menu.parent_id }).from(menu).where(eq(menu.id, ancestor))
    ancestor = parent?.parent_id ?? null
  }
  return []
}
