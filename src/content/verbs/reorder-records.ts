import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { assertMay, confirmActor } from '../../accounts/permissions.ts'
import { assertScopes } from '../../accounts/token-scopes.ts'
import { lockUntilCommit } from '../../platform/db/database.ts'
import { invalid } from '../../text/errors.ts'
import type { FieldIssue } from '../../text/field-issues.ts'
import { parseInput } from '../../text/parse-input.ts'
import { assertFresh } from '../../text/record-version.ts'
import { assertOrderReviewed } from '../collaboration/review-rules.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource } from '../definition/define-resource.ts'
import { columnOf } from '../definition/find-record.ts'
import { listOrder, orderEtag } from './list-records.ts'

export type ListPosition = { id: number; position: number }

/** The request body: ids in their new order; records that are not listed follow. */
export const newOrder = z.strictObject({ ids: z.array(z.int().min(1)).max(100_000) })

type Reorder = { resource: Resource; body: unknown; ifMatch: string | null }

/**
 * Moves the listed records to the front, in that order; the others follow in their present order. Throws 403, 412 (the
 * order was changed since it was read) and 422 (an id is unknown or listed twice).
 */
export async function reorderRecords(
  ctx: ContentContext,
  { resource, body, ifMatch }: Reorder,
): Promise<{ items: ListPosition[]; etag: string }> {
  assertMay(ctx.actor, 'reorder', resource.name)
  assertScopes(ctx.actor, 'write', 'publish')
  const { ids: listed } = parseInput(newOrder, Array.isArray(body) ? { ids: body } : body)
  return ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    await lockUntilCommit(tx, resource.name)
    assertFresh(ifMatch, await orderEtag(tx, resource), 'order')
    const position = columnOf(resource, 'position')
    const rows = await tx
      .select({ id: resource.table.id, position })
      .from(resource.table)
      .orderBy(...listOrder(resource))
    const current = rows as ListPosition[]
    const issues = idIssues(listed, new Set(current.map(({ id }) => id)))
    if (issues.length > 0) throw invalid(issues)
    const isListed = new Set(listed)
    const order = [...listed, ...current.map(({ id }) => id).filter((id) => !isListed.has(id))]
    const items = order.map((id, index) => ({ id, position: index + 1 }))
    const oldPositions = new Map(current.map(({ id, position }) => [id, position]))
    const moved = items.filter(({ id, position }) => oldPositions.get(id) !== position)
    if (moved.length > 0) {
      assertOrderReviewed(ctx)
      // All integers from our own list, so no parameters are needed; Postgres allows at most 65,535 of them.
      const values = sql.raw(moved.map(({ id, position }) => `(${id}, ${position})`).join(', '))
      await tx.execute(
        sql`update ${resource.table} set position = moved.position from (values ${values}) as moved (id, position) where ${resource.table.id} = moved.id`,
      )
    }
    return { items, etag: await orderEtag(tx, resource) }
  })
}

function idIssues(listed: readonly number[], known: ReadonlySet<number>): FieldIssue[] {
  const seen = new Set<number>()
  const issues: FieldIssue[] = []
  for (const [index, id] of listed.entries()) {
    const path = `ids.${index}`
    if (!known.has(id))
      issues.push({ path, code: 'unknown_id', message: `record ${id} does not exist`, params: { id } })
    else if (seen.has(id))
      issues.push({ path, code: 'duplicate_id', message: `record ${id} is listed twice`, params: { id } })
    seen.add(id)
  }
  return issues
}
