// Mails about changes to an account, so that its owner notices changes made by somebody else.

import { and, eq } from 'drizzle-orm'
import type { FactorChange } from '../mail/mail-kinds.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { Tx } from '../platform/db/database.ts'
import { adminUsers } from '../platform/db/schema/auth.ts'

type User = Pick<typeof adminUsers.$inferSelect, 'email' | 'name' | 'role'>
type Owner = Pick<User, 'email' | 'name'>

export async function notifyPasswordChanged(tx: Tx, mail: Outbox | undefined, { email, name }: Owner) {
  await mail?.add(tx, { kind: 'password-changed', to: email, language: mail.siteLanguage, data: { name } })
}

export async function notifyRoleChanged(tx: Tx, mail: Outbox | undefined, { email, name, role }: User) {
  await mail?.add(tx, { kind: 'role-changed', to: email, language: mail.siteLanguage, data: { name, role } })
}

export async function notifyFactorsChanged(
  tx: Tx,
  mail: Outbox | undefined,
  { email, name }: Owner,
  change: FactorChange,
) {
  const data = { name, change }
  await mail?.add(tx, { kind: 'factors-changed', to: email, language: mail.siteLanguage, data })
}

type NewAdmin = { admin: Owner; by: string }

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

type NewDevice = { device: string; at: Date; isProvider: boolean }

export async function notifyNewDevice(
  tx: Tx,
  mail: Outbox | undefined,
  { email, name }: Owner,
  { device, at, isProvider }: NewDevice,
) {
  const data = { name, device, at: at.toISOString(), isProvider }
  await mail?.add(tx, { kind: 'new-device', to: email, language: mail.siteLanguage, data })
}

type ConnectionChange = { change: 'made' | 'ended'; person: string }

export async function notifyConnectionChanged(
  tx: Tx,
  mail: Outbox | undefined,
  { email, name }: Owner,
  changed: ConnectionChange,
) {
  const data = { name, ...changed }
  await mail?.add(tx, { kind: 'connection-changed', to: email, language: mail.siteLanguage, data })
}

export async function notifyTokenCreated(
  tx: Tx,
  mail: Outbox | undefined,
  { email, name }: Owner,
  { token, expiresAt }: { token: string; expiresAt: Date },
) {
  const data = { name, token, expires: expiresAt.toISOString() }
  await mail?.add(tx, { kind: 'token-created', to: email, language: mail.siteLanguage, data })
}

/** `tokens` are names, of tokens that somebody else has revoked. */
export async function notifyTokensRevoked(
  tx: Tx,
  mail: Outbox | undefined,
  { email, name }: Owner,
  tokens: string[],
) {
  const data = { name, tokens }
  await mail?.add(tx, { kind: 'tokens-revoked', to: email, language: mail.siteLanguage, data })
}
