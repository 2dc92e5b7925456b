import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { auditActor } from '../accounts/actor.ts'
import { auditedTransaction } from '../accounts/audit/append-audit-row.ts'
import { assertEditor, confirmActor } from '../accounts/permissions.ts'
import type { ContentContext } from '../content/content-context.ts'
import type { Resource } from '../content/definition/define-resource.ts'
import { lockRow } from '../content/definition/find-record.ts'
import { findResource } from '../content/resources/resource-registry.ts'
import { changeRecord } from '../content/verbs/update-record.ts'
import { lockUntilCommit, type Tx } from '../platform/db/database.ts'
import { workingCopies } from '../platform/db/schema/working-copies.ts'
import { AppError, invalid } from '../text/errors.ts'
import { parseInput } from '../text/parse-input.ts'
import { isImage } from './file-types.ts'
import { copiesShowing, findUsages, replaceImage } from './image-usage.ts'
import { type MediaRow, readMedia } from './media-rows.ts'

/** Body of a replacement: the id of the file that takes the place. */
export const replacementRequest = z.strictObject({ with: z.int().positive() })

const DEADLINE_MS = 30_000

type ChangedRecord = { resource: string; id: number; fields: string[] }

/**
 * Puts another file of the same kind, image or PDF, in the place of one in every record that uses it, all in one
 * transaction; each record gets a revision. Returns the changed records. Throws 403, 404, and 422 for a file that cannot
 * take the place.
 */
export async function replaceEverywhere(
  ctx: ContentContext,
  { id, body }: { id: number; body: unknown },
): Promise<ChangedRecord[]> {
  assertEditor(ctx.actor)
  const { with: replacementId } = parseInput(replacementRequest, body)
  return auditedTransaction({ ...ctx, deadlineMs: DEADLINE_MS }, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    const file = await readMedia(tx, id)
    const replacement = await readReplacement(tx, file, replacementId)
    const usages = await findUsages(tx, file.path)
    const changed: ChangedRecord[] = []
    let locked: Resource | null = null
    for (const usage of usages) {
      if (usage.draft) continue
      const resource = findResource(usage.resource)!
      // The order in which other writes lock as well.
      if (resource !== locked) await lockUntilCommit(tx, resource.name)
      locked = resource
      const before = await lockRow(tx, resource, String(usage.id))
      const changes = Object.fromEntries(
        usage.fields.flatMap((name) => {
          const text = before?.[name]
          const replaced = typeof text === 'string' ? replaceImage(text, file.path, replacement) : text
          return replaced === text ? [] : [[name, replaced]]
        }),
      )
      if (Object.keys(changes).length === 0) continue
      await changeRecord(tx, ctx, { resource, before, changes, ifMatch: null, autosave: false, note })
      changed.push({ resource: resource.name, id: usage.id, fields: Object.keys(changes) })
    }
    await replaceInCopies(tx, file, replacement)
    return changed
  })
}

/** Working copies are not published by this; each gets a new version. */
async function replaceInCopies(tx: Tx, file: MediaRow, replacement: MediaRow) {
  const replaced = (_name: string, value: unknown) =>
    typeof value === 'string' ? replaceImage(value, file.path, replacement) : value
  for (const { copy } of await copiesShowing(tx, file.path)) {
    const [base, state] = [copy.base, copy.state].map((values) =>
      JSON.parse(JSON.stringify(values, replaced)),
    )
    await tx
      .update(workingCopies)
      .set({ base, state, version: copy.version + 1 })
      .where(eq(workingCopies.id, copy.id))
  }
}

async function readReplacement(tx: Tx, file: MediaRow, id: number): Promise<MediaRow> {
  const refuse = (message: string) => invalid([{ path: 'with', code: 'invalid_reference', message }])
  if (id === file.id) throw refuse('must be another file')
  const row = await readMedia(tx, id).catch((error: unknown) => {
    if (error instanceof AppError) throw refuse('must be the id of a file of the library')
    throw error
  })
  if (isImage(file) !== isImage(row)) throw refuse(isImage(file) ? 'must be an image' : 'must be a PDF')
  return row
}
