// Setting a new password after the old one was forgotten: by a link that is sent to the account's address.

import { and, eq, sql } from 'drizzle-orm'
import type { NewMail } from '../mail/mail-kinds.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { RateLimits } from '../platform/db/rate-limits.ts'
import { adminUsers } from '../platform/db/schema/auth.ts'
import { sha256 } from '../platform/sha256.ts'
import { asciiLowerCase } from '../text/ascii-lower-case.ts'
import {
  createAccountLink,
  deleteAccountLinks,
  findFreshLink,
  invalidToken,
  RESET_MS,
  takeAccountLink,
} from './account-links.ts'
import { auditedTransaction } from './audit/append-audit-row.ts'
import type { AccountContext } from './auth-context.ts'
import { endSessionsOfPerson } from './end-sessions.ts'
import { findByEmail } from './find-account.ts'
import { assertNotProviderOnly } from './provider-only.ts'

/**
 * Further requests for an account are answered alike and send nothing. A link lives as long as these requests count: whoever uses
 * up the limit leaves its owner a mail with a link that works.
 */
const PER_ACCOUNT = { max: 3, windowMs: RESET_MS }

type RequestContext = AccountContext & { mail: Outbox; limits: RateLimits }

/**
 * Sends a link to the account with this email, if there is one: the last one once more while it is fresh. Earlier links stay
 * valid until one is used. What is written and how long that takes is the same for
 * known and unknown emails. Without a mail server nothing happens. Throws 403 where people sign in at the provider alone.
 */
export async function requestPasswordReset(ctx: RequestContext, email: string): Promise<void> {
  assertNotProviderOnly(ctx)
  const { database, mail, limits } = ctx
  if (!mail.isOn) return
  const bucket = `password reset ${sha256(asciiLowerCase(email))}`
  const { outcome } = await limits.hit(bucket, PER_ACCOUNT)
  await database.transaction(async (tx) => {
    const found = await findByEmail(tx, email)
    // An invited account has no password yet, and its invitation may have been taken back.
    const isAllowed = found && !found.disabled && found.password_hash !== null && outcome === 'go'
    const user = isAllowed ? found : null
    const now = ctx.clock()
    const fresh = await findFreshLink(tx, { purpose: 'password-reset', user, now })
    const created = await createAccountLink(tx, {
      purpose: 'password-reset',
      user: fresh ? null : user,
      now,
      links: mail.links,
    })
    const link = fresh ?? created
    const message: NewMail = {
      kind: 'password-reset',
      to: user?.email ?? '',
      data: { link: link.id, name: user?.name ?? '' },
      maxAgeMs: link.expiresAt.getTime() - now.getTime(),
    }
    await (user ? mail.add(tx, message) : mail.addDecoy(tx, message))
  })
  mail.wake()
}

/** Sets a new password, once for each link, and ends all sessions. Throws 403 like `requestPasswordReset`, 422 `invalid_token`, and 503. */
export async function resetPassword(
  ctx: AccountContext & { mail: Outbox },
  { token, password }: { token: string; password: string },
): Promise<void> {
  assertNotProviderOnly(ctx)
  // Without a valid signature, nothing is hashed and the database is not asked.
  if (ctx.mail.links.read('password-reset', token) === null) throw invalidToken()
  const password_hash = await ctx.passwords.hash(password)
  await auditedTransaction(ctx, { name: 'password reset', id: null }, async (tx, note) => {
    const now = ctx.clock()
    const link = await takeAccountLink(tx, { purpose: 'password-reset', token, now })
    // The token version: a link from before another change of the password is worth nothing any more.
    const [user] = await tx
      .update(adminUsers)
      .set({
        password_hash,
        password_set_by_admin: false,
        // Until now the password was not the owner's, so that it proved nothing at the connection.
        connected_at: sql`case when ${adminUsers.password_set_by_admin} then null else ${adminUsers.connected_at} end`,
        token_version: sql`${adminUsers.token_version} + 1`,
        version: sql`${adminUsers.version} + 1`,
        updated_at: now,
      })
      .where(
        and(
          eq(adminUsers.id, link.userId),
          eq(adminUsers.token_version, link.tokenVersion),
          eq(adminUsers.disabled, false),
        ),
      )
      .returning()
    if (!user) throw invalidToken()
    await endSessionsOfPerson(tx, now, user.person_id)
    await deleteAccountLinks(tx, user.id)
    note({ action: 'user.update', entity: 'admin_users', entityId: user.id, changes: { password: 'reset' } })
    await ctx.mail.add(tx, { kind: 'password-changed', to: user.email, data: { name: user.name } })
  })
  ctx.mail.wake()
}
