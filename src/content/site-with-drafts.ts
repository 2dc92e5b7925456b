import { assertMay } from '../accounts/permissions.ts'
import type { ContentContext } from './content-context.ts'
import type { Row } from './definition/define-resource.ts'
import { columnsOf } from './definition/find-record.ts'
import { presentForEditors } from './definition/record-views.ts'
import { resources } from './resources/resource-registry.ts'
import { listOrder } from './verbs/list-records.ts'

/** The site in the shape of `/api/site`, but with drafts and every admin field. Throws 403. */
export async function readSiteWithDrafts(
  ctx: ContentContext,
  languages: readonly string[],
): Promise<Record<string, unknown>> {
  return ctx.database.readConsistently(async (tx) => {
    const site: Record<string, unknown> = { languages }
    for (const resource of resources) {
      assertMay(ctx.actor, 'list', resource.name)
      const rows = (await tx
        .select(columnsOf(resource))
        .from(resource.table)
        .orderBy(...listOrder(resource))) as Row[]
      const views = rows.map((row) => presentForEditors(resource, row))
      const { key } = resource
      if (resource.singleton) site[resource.member] = views[0] ?? null
      else site[resource.member] = key ? Object.fromEntries(views.map((view) => [view[key], view])) : views
    }
    return site
  })
}
