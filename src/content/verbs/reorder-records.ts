import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { assertMay, confirmActor } from '../../auth/permissions.ts'
import { lockUntilCommit } from '../../db/database.ts'
import { type FieldIssue, invalid } from '../../errors.ts'
import { parseInput } from '../../parse-input.ts'
import { assertFresh } from '../../record-version.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource } from '../define-resource.ts'
import { columnOf } from '../find-record.ts'
import { inOrder, orderEtag } from './list-records.ts'

export type Place = { id: number; position: number }

/** The ids in their new order; those left out follow. */
export const newOrder = z.strictObject({ ids: z.array(z.int().min(1)).max(100_000) })

type Reorder = { resource: Resource; body: unknown; ifMatch: string | null }

/**
 * Puts the listed records first, in that order, and the rest after them as they were. Throws 403, 412 (the order was
 * changed since it was read) and 422 for an id that is unknown or listed twice.
 */
export async function reorderRecords(
  ctx: ContentContext,
  { resource, body, ifMatch }: Reorder,
): Promise<{ items: Place[]; etag: string }> {
  assertMay(ctx.actor, 'reorder', resource.name)
  const { ids: listed } = parseInput(newOrder, Array.isArray(body) ? { ids: body } : body)
  return ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    await lockUntilCommit(tx, resource.name)
    assertFresh(ifMatch, await orderEtag(tx, resource), 'order')
    const position = columnOf(resource, 'position')
    const rows = await tx
      .select({ id: resource.table.id, position })
      .from(resource.table)
      .orderBy(...inOrder(resource))
    const present = rows as Place[]
    const issues = problems(listed, new Set(present.map(({ id }) => id)))
    if (issues.length > 0) throw invalid(issues)
    const first = new Set(listed)
    const order = [...listed, ...present.map(({ id }) => id).filter((id) => !first.has(id))]
    const items = order.map((id, index) => ({ id, position: index + 1 }))
    const before = new Map(present.map((place) => [place.id, place.position]))
    const moved = items.filter((place) => before.get(place.id) !== place.position)
    if (moved.length > 0) {
      const places = sql.raw(moved.map((place) => `(${place.id}, ${place.position})`).join(', '))
      await tx.execute(
        sql`update ${resource.table} set position = moved.position from (values ${places}) as moved (id, position) where ${resource.table.id} = moved.id`,
      )
    }
    return { items, etag: await orderEtag(tx, resource) }
  })
}

function problems(listed: readonly number[], known: ReadonlySet<number>): FieldIssue[] {
  const seen = new Set<number>()
  const issues: FieldIssue[] = []
  for (const [index, id] of listed.entries()) {
    const path = `ids.${index}`
    if (!known.has(id)) issues.push({ path, code: 'unknown_id', message: `there is no record ${id}` })
    else if (seen.has(id))
      issues.push({ path, code: 'duplicate_id', message: `record ${id} is listed twice` })
    seen.add(id)
  }
  return issues
}
