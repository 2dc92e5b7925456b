import { assertMay } from '../../auth/permissions.ts'
import { invalid } from '../../errors.ts'
import { assertFresh } from '../../record-version.ts'
import type { ContentContext } from '../content-context.ts'
import type { Row } from '../define-resource.ts'
import { locate, notFound, readRow } from '../find-record.ts'
import { parseRecord } from '../parse-record.ts'
import { insertRecord } from './create-record.ts'
import { absentFields, changeRecord, inTransaction, type Update } from './update-record.ts'

/** PUT to a key: replaces the record that has it, or makes it. Throws 403, 404 (no such key), 409, 412 and 422. */
export async function upsertRecord(
  ctx: ContentContext,
  update: Update,
): Promise<{ row: Row; created: boolean }> {
  const { resource, place, ifMatch, autosave } = update
  assertMay(ctx.actor, 'update', resource.name)
  const located = locate(resource, place)
  if (!located) throw notFound(resource)
  const input = parseRecord(ctx, resource, withKey(update), 'replace')
  return inTransaction(ctx, update, async (tx, note) => {
    if (await readRow(tx, resource, located)) {
      const changes = { ...absentFields(resource, input), ...input }
      return { row: await changeRecord(tx, ctx, { ...update, changes, note }), created: false }
    }
    assertFresh(ifMatch, null)
    if (input[resource.key!] !== place) {
      throw invalid([
        { path: resource.key!, code: 'mismatch', message: 'is not the one that the request names' },
      ])
    }
    return { row: await insertRecord(tx, ctx, { resource, input, autosave, note }), created: true }
  })
}

// The path names the key already; a body may repeat it, or rename the record.
function withKey({ resource, place, body }: Update) {
  const { key } = resource
  return key && typeof body === 'object' && body !== null && !Array.isArray(body)
    ? { [key]: place, ...body }
    : body
}
