// Menu items nest under one another but never under themselves.
import { eq } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { menu } from '../db/schema/site.ts'
import type { FieldIssue } from '../errors.ts'

const MAX_LEVELS = 20

const issue = (code: string, message: string): FieldIssue[] => [{ path: 'parent_id', code, message }]

/**
 * Issues of a menu item as it would be stored. That the parent exists is left to the foreign key. The caller holds the
 * resource's lock, or two items moved at once could each become the other's parent.
 */
export async function checkMenuParent({ id, parent_id }: typeof menu.$inferSelect, tx: Tx) {
  let ancestor = parent_id
  for (let level = 1; ancestor !== null; level++) {
    if (ancestor === id) return issue('loop', 'is the item itself or stands below it')
    if (level > MAX_LEVELS) return issue('too_deep', `stands more than ${MAX_LEVELS} levels deep`)
    const [parent] = await tx.select({ parent_id: menu.parent_id }).from(menu).where(eq(menu.id, ancestor))
    ancestor = parent?.parent_id ?? null
  }
  return []
}
