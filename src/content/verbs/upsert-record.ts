import { assertMay } from '../../accounts/permissions.ts'
import { invalid } from '../../text/errors.ts'
import { assertFresh } from '../../text/record-version.ts'
import type { ContentContext } from '../content-context.ts'
import type { Row } from '../definition/define-resource.ts'
import { parseName, recordNotFound } from '../definition/find-record.ts'
import { parseRecord } from '../definition/parse-record.ts'
import { insertRecord } from './insert-records.ts'
import { absentFields, changeRecord, inWriteTransaction, type Update } from './update-record.ts'

/** PUT to a key: replaces the record or creates it. Throws 403, 404 (no record can have this key), 409, 412 and 422. */
export async function upsertRecord(
  ctx: ContentContext,
  update: Update,
): Promise<{ row: Row; created: boolean }> {
  const { resource, idOrKey, ifMatch, autosave } = update
  assertMay(ctx.actor, 'update', resource.name)
  if (!parseName(resource, idOrKey)) throw recordNotFound(resource)
  const input = await parseRecord(ctx, resource, withKey(update), 'replace')
  return inWriteTransaction(ctx, update, async (tx, note, before) => {
    if (before) {
      const changes = { ...absentFields(resource, input), ...input }
      return { row: await changeRecord(tx, ctx, { ...update, before, changes, note }), created: false }
    }
    assertFresh(ifMatch, null)
    const key = resource.key!
    if (input[key] !== idOrKey) {
      throw invalid([{ path: key, code: 'mismatch', message: 'does not match the URL' }])
    }
    return { row: await insertRecord(tx, ctx, { resource, input, autosave, note }), created: true }
  })
}

// The key is in the path already; a body may repeat it, or rename an existing record.
function withKey({ resource, idOrKey, body }: Update) {
  const { key } = resource
  return key && typeof body === 'object' && body !== null && !Array.isArray(body)
    ? { [key]: idOrKey, ...body }
    : body
}
