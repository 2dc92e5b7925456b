import { and, eq } from 'drizzle-orm'
import type { Outbox } from '../mail/outbox.ts'
import type { Tx } from '../platform/db/database.ts'
import { adminUsers } from '../platform/db/schema/auth.ts'

type NewAdmin = { admin: Pick<typeof adminUsers.$inferSelect, 'email' | 'name'>; by: string }

/** To all admins, the new one and the one who made the change included: their session may be a stranger's. */
export async function tellOfNewAdmin(tx: Tx, mail: Outbox | undefined, { admin, by }: NewAdmin) {
  if (!mail) return
  const admins = await tx
    .select({ email: adminUsers.email, name: adminUsers.name })
    .from(adminUsers)
    .where(and(eq(adminUsers.role, 'admin'), eq(adminUsers.disabled, false)))
  for (const { email, name } of admins) {
    const data = { name, admin: admin.name, address: admin.email, by }
    await mail.add(tx, { kind: 'new-admin', to: email, data })
  }
}
