// Accounts as the service creates them, and password hashes that take no time.
import type { Role } from '../../src/accounts/actor.ts'
import { auditedTransaction } from '../../src/accounts/audit/append-audit-row.ts'
import type { AccountContext } from '../../src/accounts/auth-context.ts'
import { createPasswords } from '../../src/accounts/passwords.ts'
import { passwordAllowedUntil } from '../../src/accounts/provider-only.ts'
import { adminUsers, sessions } from '../../src/platform/db/schema/auth.ts'

/** With the smallest cost of argon2: 0.1 ms for a hash, and as long for verifying it. The service's takes 50 to 80 ms. */
export const quickPasswords = createPasswords({ memoryCost: 8, timeCost: 1 })

type NewAccount = {
  email: string
  password: string
  name: string
  role: Role
  /** With `OIDC_ONLY`, how long the password signs in. */
  password_allowed_until?: Date
}

/** Adds an account with an entry in the audit trail, and returns its id. */
export async function addAccount(
  ctx: AccountContext,
  { password, password_allowed_until, ...account }: NewAccount,
): Promise<{ id: number }> {
  const password_hash = await ctx.passwords.hash(password)
  const now = ctx.clock()
  return auditedTransaction(ctx, { name: 'test', id: null }, async (tx, note) => {
    const [user] = await tx
      .insert(adminUsers)
      .values({ ...account, password_hash, password_allowed_until, created_at: now, updated_at: now })
      .returning({ id: adminUsers.id })
    note({ action: 'user.create', entity: 'admin_users', entityId: user!.id, changes: account })
    return user!
  })
}

/** Adds a session of an account, as a sign-in at this time does, and returns its id, which its tokens have. */
export async function addSession(
  { database }: Pick<AccountContext, 'database'>,
  { account, now, tokenVersion = 0 }: { account: number; now: Date; tokenVersion?: number },
): Promise<string> {
  const id = crypto.randomUUID()
  await database.query((tx) =>
    tx.insert(sessions).values({
      id,
      account_id: account,
      token_version: tokenVersion,
      method: 'password',
      address: '192.0.2.1',
      user_agent: '',
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 8 * 3_600_000),
    }),
  )
  return id
}

/** Adds the first admin, unless there is an account. */
export async function addFirstAdmin(ctx: AccountContext, admin: { email: string; password: string }) {
  const accounts = await ctx.database.query((tx) =>
    tx.select({ id: adminUsers.id }).from(adminUsers).limit(1),
  )
  const password_allowed_until = passwordAllowedUntil(ctx.clock())
  if (accounts.length === 0)
    await addAccount(ctx, { ...admin, name: 'Admin', role: 'admin', password_allowed_until })
}
