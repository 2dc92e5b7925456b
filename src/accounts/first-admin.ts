import { lockUntilCommit } from '../platform/db/database.ts'
import { adminUsers } from '../platform/db/schema/auth.ts'
import { auditedTransaction } from './audit/append-audit-row.ts'
import type { AccountContext } from './auth-context.ts'
import { generatePassword } from './passwords.ts'
import { passwordAllowedUntil } from './provider-only.ts'

type FirstAdmin = { email: string; password: string | null }

/**
 * Creates the first admin if there is no account yet. A generated password is returned, to be shown once. Returns `none`
 * when there is no account and `credentials` is null.
 */
export async function ensureFirstAdmin(
  ctx: AccountContext,
  credentials: FirstAdmin | null,
): Promise<{ email: string; generated: string | null } | 'exists' | 'none'> {
  const accounts = await ctx.database.query((tx) =>
    tx.select({ id: adminUsers.id }).from(adminUsers).limit(1),
  )
  if (accounts.length > 0) return 'exists'
  if (!credentials) return 'none'
  const generated = credentials.password === null ? generatePassword() : null
  const password_hash = await ctx.passwords.hash(credentials.password ?? generated!)
  return auditedTransaction(ctx, { name: 'first start', id: null }, async (tx, note) => {
    // Replicas may start together; the second finds the admin that the first created.
    await lockUntilCommit(tx, 'admin_users')
    const [existing] = await tx.select({ id: adminUsers.id }).from(adminUsers).limit(1)
    if (existing) return 'exists'
    const now = ctx.clock()
    const account = { email: credentials.email, name: 'Admin', role: 'admin' as const }
    const [user] = await tx
      .insert(adminUsers)
      .values({
        ...account,
        password_hash,
        password_allowed_until: passwordAllowedUntil(now),
        created_at: now,
        updated_at: now,
      })
      .returning({ id: adminUsers.id })
    note({ action: 'user.create', entity: 'admin_users', entityId: user!.id, changes: account })
    return { email: credentials.email, generated }
  })
}
