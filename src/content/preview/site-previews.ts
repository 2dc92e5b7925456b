// Preview links to the site: anyone who has one sees all of it as the publication of a set of working copies would leave it.
import { and, eq, gt, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { actorId, auditActor } from '../../accounts/actor.ts'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { assertEditor, confirmActor } from '../../accounts/permissions.ts'
import { narrowedTo } from '../../accounts/token-scopes.ts'
import type { Tx } from '../../platform/db/database.ts'
import { previews } from '../../platform/db/schema/previews.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import { AppError, invalid } from '../../text/errors.ts'
import type { Paging } from '../../text/paging.ts'
import { parseInput } from '../../text/parse-input.ts'
import { assertOpen } from '../releases/edit-release.ts'
import { findItems, itemsInput } from '../releases/find-items.ts'
import { readItems, readRelease } from '../releases/release.ts'
import { signPreviewToken } from './preview-token.ts'
import {
  addLink,
  DAY_SECONDS,
  newestFirst,
  type Preview,
  type PreviewContext,
  previewInput,
  shownOfLink,
} from './previews.ts'

export const sitePreviewInput = previewInput.extend({
  items: itemsInput,
  release_id: z.int().min(1).optional().meta({ description: 'An open release, instead of `items`.' }),
})

type Input = z.output<typeof sitePreviewInput>

/** Creates a link. Throws 401, 403, 404 (no such release), 409 (it is published) and 422. */
export async function createSitePreview(ctx: PreviewContext, body: unknown): Promise<Omit<Preview, 'row'>> {
  assertMaySeeSite(ctx)
  const { expires_in = DAY_SECONDS, ...input } = parseInput(sitePreviewInput, body)
  const id = crypto.randomUUID()
  const expiresAt = await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    const set = await readSet(tx, input)
    const own = actorId(ctx.actor)
    const expiresAt = await addLink(tx, ctx, {
      of: and(ofSite, own === null ? isNull(previews.created_by_id) : eq(previews.created_by_id, own)),
      values: { id, ...set },
      seconds: expires_in,
    })
    note({
      action: 'preview.create',
      entity: 'previews',
      entityId: id,
      changes: { expires_at: expiresAt, ...set },
    })
    return expiresAt
  })
  const claims = { id, resource: null, recordId: null, expiresAt }
  return { id, token: await signPreviewToken(ctx.previewKey, claims), expiresAt }
}

/** The records of the link: these, or those that the release has when the link is opened. */
async function readSet(tx: Tx, { items, release_id }: Input) {
  if ((items === undefined) === (release_id === undefined)) {
    const message = items ? 'cannot be sent together with release_id' : 'is required, or release_id'
    throw invalid([{ path: 'items', code: items ? 'conflict' : 'required', message }])
  }
  const empty = invalid([{ path: 'items', code: 'too_small', message: 'must not be empty' }])
  if (items) {
    if (items.length === 0) throw empty
    return { items: await findItems(tx, items) }
  }
  const release = await readRelease(tx, release_id!, true)
  assertOpen(release)
  if ((await readItems(tx, release)).length === 0) throw empty
  return { release_id: release.id }
}

/** The links to the site that have not expired, newest first, without their tokens. Throws 403. */
export async function listSitePreviews(ctx: PreviewContext, paging: Paging | null) {
  assertMaySeeSite(ctx)
  return ctx.database.readConsistently(async (tx) => {
    const where = and(ofSite, gt(previews.expires_at, ctx.clock()))
    const query = tx
      .select({ ...shownOfLink, release_id: previews.release_id, items: previews.items })
      .from(previews)
      .where(where)
      .orderBy(...newestFirst)
    const page = await selectPage(tx, { table: previews, where, query, paging })
    return {
      ...page,
      items: page.items.map(({ items, ...link }) => ({
        ...link,
        items: items?.map(({ resource, record_id: id }) => ({ resource, id })) ?? null,
      })),
    }
  })
}

/** Throws 401, 403 and 404. */
export async function revokeSitePreview(ctx: PreviewContext, id: string): Promise<void> {
  assertMaySeeSite(ctx)
  const notFound = new AppError('not_found', 'There is no such preview of the site.')
  if (!z.uuid().safeParse(id).success) throw notFound
  await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    const revoked = await tx
      .delete(previews)
      .where(and(ofSite, eq(previews.id, id)))
      .returning({ id: previews.id })
    if (revoked.length === 0) throw notFound
    note({ action: 'preview.revoke', entity: 'previews', entityId: id })
  })
}

const ofSite = isNull(previews.resource)

/** Throws 403: the link shows the whole site. */
function assertMaySeeSite({ actor }: PreviewContext) {
  assertEditor(actor)
  if (narrowedTo(actor))
    throw new AppError('forbidden', 'A token for some resources cannot use previews of the site.')
}
