import { and, desc, eq, exists, inArray, not } from 'drizzle-orm'
import { assertEditor } from '../../accounts/permissions.ts'
import { narrowedTo } from '../../accounts/token-scopes.ts'
import { trash } from '../../platform/db/schema/trash.ts'
import { workingCopies } from '../../platform/db/schema/working-copies.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import type { Paging } from '../../text/paging.ts'
import type { ContentContext } from '../content-context.ts'
import { labelsOf } from '../definition/record-label.ts'
import { findResource } from '../resources/resource-registry.ts'

/** The working copies of records that are not in the trash, the last changed first, without their states. Throws 403. */
export async function listDrafts(
  ctx: ContentContext,
  { resource, paging }: { resource: string | undefined; paging: Paging | null },
) {
  assertEditor(ctx.actor)
  const names = narrowedTo(ctx.actor)
  const page = await ctx.database.readConsistently((tx) => {
    const deleted = tx
      .select()
      .from(trash)
      .where(and(eq(trash.resource, workingCopies.resource), eq(trash.record_id, workingCopies.record_id)))
    const where = and(
      not(exists(deleted)),
      names ? inArray(workingCopies.resource, [...names]) : undefined,
      resource === undefined ? undefined : eq(workingCopies.resource, resource),
    )
    const query = tx
      .select()
      .from(workingCopies)
      .where(where)
      .orderBy(desc(workingCopies.updated_at), desc(workingCopies.id))
    return selectPage(tx, { table: workingCopies, where, query, paging })
  })
  const items = page.items.flatMap(({ record_id: id, state, ...copy }) => {
    const definition = findResource(copy.resource)
    if (!definition) return []
    const { version, updated_at, updated_by, publish_at, refusal } = copy
    const key = definition.addressedByKey ? String(state[definition.key!]) : null
    const labels = labelsOf(definition, { ...state, id })
    return {
      resource: definition.name,
      id,
      key,
      ...labels,
      version,
      updated_at,
      updated_by,
      publish_at,
      refusal,
    }
  })
  return { ...page, items }
}
