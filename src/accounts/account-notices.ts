// Mails about changes to an account, so that its owner notices changes made by somebody else.

import { and, eq } from 'drizzle-orm'
import type { FactorChange } from '../mail/mail-kinds.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { Tx } from '../platform/db/database.ts'
import { adminUsers } from '../platform/db/schema/auth.ts'

type User = Pick<typeof adminUsers.$inferSelect, 'email' | 'name' | 'role'>

export async function notifyPasswordChanged(tx: Tx, mail: Outbox | undefined, { email, name }: User) {
  await mail?.add(tx, { kind: 'password-changed', to: email, language: mail.siteLanguage, data: { name } })
}

export async function notifyRoleChanged(tx: Tx, mail: Outbox | undefined, { email, name, role }: User) {
  await mail?.add(tx, { kind: 'role-changed', to: email, language: mail.siteLanguage, data: { name, role } })
}

export async function notifyFactorsChanged(
  tx: Tx,
  mail: Outbox | undefined,
  { email, name }: Pick<User, 'email' | 'name'>,
  change: FactorChange,
) {
  const data = { name, change }
  await mail?.add(tx, { kind: 'factors-changed', to: email, language: mail.siteLanguage, data })
}

type NewAdmin = { admin: Pick<User, 'email' | 'name'>; by: string }

/** To all admins, the new one and the one who made the change included: their session may be a stranger's. */
export async function notifyNewAdmin(tx: Tx, mail: Outbox | undefined, { admin, by }: NewAdmin) {
  if (!mail) return
  const admins = await tx
    .select({ email: adminUsers.email, name: adminUsers.name })
    .from(adminUsers)
    .where(and(eq(adminUsers.role, 'admin'), eq(adminUsers.disabled, false)))
  for (const { email, name } of admins) {
    const data = { name, admin: admin.name, address: admin.email, by }
    await mail.add(tx, { kind: 'new-admin', to: email, language: mail.siteLanguage, data })
  }
}

type NewDevice = { device: string; at: Date }

export async function notifyNewDevice(
  tx: Tx,
  mail: Outbox | undefined,
  { email, name }: User,
  { device, at }: NewDevice,
) {
  const data = { name, device, at: at.toISOString() }
  await mail?.add(tx, { kind: 'new-device', to: email, language: mail.siteLanguage, data })
}
