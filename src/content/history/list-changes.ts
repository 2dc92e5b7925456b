import { desc, inArray } from 'drizzle-orm'
import { assertEditor } from '../../accounts/permissions.ts'
import { narrowedTo } from '../../accounts/token-scopes.ts'
import { revisions } from '../../platform/db/schema/history.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import type { Paging } from '../../text/paging.ts'
import type { ContentContext } from '../content-context.ts'
import type { Row } from '../definition/define-resource.ts'
import { furtherLabelsOf, labelOf } from '../definition/record-label.ts'
import { findResource } from '../resources/resource-registry.ts'
import { revisionColumns } from './revisions.ts'

/**
 * The kept revisions of all resources, the newest first, each with the name that its record had then. The record may have
 * been deleted since. An API token gets those of its resources. Throws 403.
 */
export async function listChanges(ctx: ContentContext, paging: Paging | null) {
  assertEditor(ctx.actor)
  const page = await ctx.database.readConsistently((tx) => {
    const { resource, record_id, state } = revisions
    const names = narrowedTo(ctx.actor)
    const where = names ? inArray(resource, [...names]) : undefined
    const query = tx
      .select({ ...revisionColumns, resource, record_id, state })
      .from(revisions)
      .where(where)
      .orderBy(desc(revisions.id))
    return selectPage(tx, { table: revisions, where, query, paging })
  })
  const items = page.items.map(({ state, ...change }) => {
    const row = { ...state, id: change.record_id } as Row
    const resource = findResource(change.resource)
    return {
      ...change,
      label: resource ? labelOf(resource, row) : `${change.resource} ${row.id}`,
      ...furtherLabelsOf(resource, row),
    }
  })
  return { ...page, items }
}
