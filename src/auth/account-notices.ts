// Mails that tell the owner of an account what was changed, so that a change by somebody else does not go unnoticed.
import type { Tx } from '../db/database.ts'
import type { adminUsers } from '../db/schema/auth.ts'
import type { Outbox } from '../mail/outbox.ts'

type User = Pick<typeof adminUsers.$inferSelect, 'email' | 'name' | 'role'>

export async function notifyPasswordChanged(tx: Tx, mail: Outbox | undefined, { email, name }: User) {
  await mail?.add(tx, { kind: 'password-changed', to: email, language: mail.siteLanguage, data: { name } })
}

export async function notifyRoleChanged(tx: Tx, mail: Outbox | undefined, { email, name, role }: User) {
  await mail?.add(tx, { kind: 'role-changed', to: email, language: mail.siteLanguage, data: { name, role } })
}
