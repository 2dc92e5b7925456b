// The record that comments and reviews are about, and the accounts that may know of it.
import { and, asc, eq, or } from 'drizzle-orm'
import { assertMay } from '../../accounts/permissions.ts'
import type { Tx } from '../../platform/db/database.ts'
import { adminUsers } from '../../platform/db/schema/auth.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { lockRow, readRow, recordNotFound } from '../definition/find-record.ts'
import { labelOf } from '../definition/record-label.ts'

export type Target = { resource: Resource; idOrKey: string }

/** The record, for which the actor may comment and ask for a review. Throws 403 and 404. */
export async function readDiscussed(
  tx: Tx,
  { actor }: ContentContext,
  { resource, idOrKey }: Target,
  lock = false,
) {
  const row = await (lock ? lockRow : readRow)(tx, resource, idOrKey)
  assertMay(actor, 'discuss', resource.name, row)
  if (!row) throw recordNotFound(resource)
  return row
}

/** The active accounts that may read the record: admins and editors, and the creator whose draft it is. */
export const selectColleagues = (tx: Tx, { publishable }: Resource, row: Row) =>
  tx
    .select({ id: adminUsers.id, name: adminUsers.name })
    .from(adminUsers)
    .where(
      and(
        eq(adminUsers.disabled, false),
        or(
          eq(adminUsers.role, 'admin'),
          eq(adminUsers.role, 'editor'),
          publishable && row.status === 'draft' ? eq(adminUsers.id, Number(row.author_id ?? 0)) : undefined,
        ),
      ),
    )
    .orderBy(asc(adminUsers.name), asc(adminUsers.id))

/** The name of a record, and the path of its form in the panel, for a mail. */
export const linkOf = (resource: Resource, row: Row) => ({
  label: labelOf(resource, row),
  path: resource.singleton
    ? resource.name
    : `${resource.name}/${resource.addressedByKey ? row[resource.key!] : row.id}`,
})
