import { auditedTransaction } from '../audit/append-audit-row.ts'
import { lockUntilCommit } from '../db/database.ts'
import { adminUsers } from '../db/schema/auth.ts'
import type { AccountContext } from './auth-context.ts'
import { generatePassword, hashPassword } from './passwords.ts'

type FirstAdmin = { email: string; password: string | null }

/**
 * Makes the first admin while there is no account at all. Gives the password back where it was generated, to be shown
 * once, and `none` where there is still no account because nothing says which.
 */
export async function ensureFirstAdmin(
  ctx: AccountContext,
  wished: FirstAdmin | null,
): Promise<{ email: string; generated: string | null } | 'exists' | 'none'> {
  const accounts = await ctx.database.query((tx) =>
    tx.select({ id: adminUsers.id }).from(adminUsers).limit(1),
  )
  if (accounts.length > 0) return 'exists'
  if (!wished) return 'none'
  const generated = wished.password === null ? generatePassword() : null
  const password_hash = await hashPassword(wished.password ?? generated!)
  return auditedTransaction(ctx, { name: 'first start', id: null }, async (tx, note) => {
    // Replicas start together: the second one finds the first one's admin.
    await lockUntilCommit(tx, 'admin_users')
    const [existing] = await tx.select({ id: adminUsers.id }).from(adminUsers).limit(1)
    if (existing) return 'exists'
    const now = ctx.clock()
    const account = { email: wished.email, name: 'Admin', role: 'admin' as const }
    const [user] = await tx
      .insert(adminUsers)
      .values({ ...account, password_hash, created_at: now, updated_at: now })
      .returning({ id: adminUsers.id })
    note({ action: 'user.create', entity: 'admin_users', entityId: user!.id, changes: account })
    return { email: wished.email, generated }
  })
}
