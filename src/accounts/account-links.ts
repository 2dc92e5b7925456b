// Links that set an account's password once: after it was forgotten, or the first after an invitation. The database holds
// only a hash of the token.

import { and, desc, eq, gt, lte, type SQL } from 'drizzle-orm'
import type { Outbox } from '../mail/outbox.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import { accountLinks, type adminUsers } from '../platform/db/schema/auth.ts'
import { sha256 } from '../platform/sha256.ts'
import { AppError } from '../text/errors.ts'

export type AccountLinkPurpose = (typeof accountLinks.$inferSelect)['purpose']

export const RESET_MS = 60 * 60_000
export const INVITATION_MS = 72 * 3_600_000

const LIFETIME_MS: Record<AccountLinkPurpose, number> = {
  'password-reset': RESET_MS,
  invitation: INVITATION_MS,
}

type User = Pick<typeof adminUsers.$inferSelect, 'id' | 'token_version'>

type Creation = {
  purpose: AccountLinkPurpose
  /** Null: a link that opens nothing, so that the same is written whether there is an account or not. */
  user: User | null
  now: Date
  links: Outbox['links']
}

/** Adds a link; expired ones are deleted. */
export async function createAccountLink(tx: Tx, { purpose, user, now, links }: Creation) {
  const id = crypto.randomUUID()
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[purpose])
  await deleteExpiredLinks(tx, now)
  await tx.insert(accountLinks).values({
    id,
    purpose,
    user_id: user?.id ?? null,
    token_hash: sha256(links.sign(purpose, id)),
    token_version: user?.token_version ?? 0,
    created_at: now,
    expires_at: expiresAt,
  })
  return { id, expiresAt }
}

type Search = { purpose: AccountLinkPurpose; user: User | null; now: Date }

/** The newest link of an account that has at least half of its time left, or null. */
export async function findFreshLink(tx: Tx, { purpose, user, now }: Search) {
  const [link] = await tx
    .select({ id: accountLinks.id, expiresAt: accountLinks.expires_at })
    .from(accountLinks)
    .where(
      and(
        eq(accountLinks.user_id, user?.id ?? 0),
        eq(accountLinks.purpose, purpose),
        eq(accountLinks.token_version, user?.token_version ?? 0),
        gt(accountLinks.expires_at, new Date(now.getTime() + LIFETIME_MS[purpose] / 2)),
      ),
    )
    .orderBy(desc(accountLinks.expires_at))
    .limit(1)
  return link ?? null
}

type Use = { purpose: AccountLinkPurpose; token: string; now: Date }

/** Uses up a link; only one of several simultaneous calls gets it. Throws 422 `invalid_token`. */
export async function takeAccountLink(tx: Tx, { purpose, token, now }: Use) {
  const [link] = await tx
    .delete(accountLinks)
    .where(
      and(
        eq(accountLinks.token_hash, sha256(token)),
        eq(accountLinks.purpose, purpose),
        gt(accountLinks.expires_at, now),
      ),
    )
    .returning()
  if (link?.user_id == null) throw invalidToken()
  return { userId: link.user_id, tokenVersion: link.token_version }
}

/** Ends the links of an account, of one purpose or all. Resolves with how many there were. */
export async function deleteAccountLinks(tx: Tx, userId: number, purpose?: AccountLinkPurpose) {
  const conditions: SQL[] = [eq(accountLinks.user_id, userId)]
  if (purpose) conditions.push(eq(accountLinks.purpose, purpose))
  const deleted = await tx
    .delete(accountLinks)
    .where(and(...conditions))
    .returning({ id: accountLinks.id })
  return deleted.length
}

export const deleteExpiredLinks = (tx: Tx, now: Date) =>
  tx.delete(accountLinks).where(lte(accountLinks.expires_at, now))

/** A clean-up task. */
export const expiredLinksTask = (ctx: { database: Database; clock: () => Date }) => async () => {
  await ctx.database.query((tx) => deleteExpiredLinks(tx, ctx.clock()))
}

/** 422: the link was used, has expired, was replaced or never existed. */
export const invalidToken = () =>
  new AppError('invalid_token', 'The link is invalid or has expired; ask for a new one.', {
    errors: [{ path: 'token', code: 'invalid_token', message: 'is invalid or has expired' }],
  })
