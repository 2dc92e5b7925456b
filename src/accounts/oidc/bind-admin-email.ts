// Emails in OIDC_ADMINS. Users can change their email at many providers, so each entry is bound to the first subject that
// uses it and never to another one, not even after that subject was deleted.
import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { oidcAdminBindings } from '../../platform/db/schema/auth.ts'
import { type AuditOrigin, auditedTransaction } from '../audit/append-audit-row.ts'
import type { Identity } from './identity-claims.ts'

type Context = { database: Database; clock: () => Date; audit: AuditOrigin }

/**
 * Whether `email`, an entry of OIDC_ADMINS in lower case, belongs to the subject of this identity. Binds the entry if it
 * is not bound yet, with the audit action `oidc_admin.bind`. Call it only when the provider has verified the email.
 */
export async function isBoundAdmin(
  { database, clock, audit }: Context,
  email: string,
  { subject, displayName }: Pick<Identity, 'subject' | 'displayName'>,
): Promise<boolean> {
  const bound = await database.query((tx) =>
    tx.select().from(oidcAdminBindings).where(eq(oidcAdminBindings.email, email)),
  )
  if (bound.length > 0) return bound[0]!.subject === subject
  return auditedTransaction({ database, audit }, { name: displayName, id: subject }, async (tx, addEntry) => {
    const [created] = await tx
      .insert(oidcAdminBindings)
      .values({ email, subject, bound_at: clock() })
      .onConflictDoNothing()
      .returning()
    if (created) {
      const entry = { entity: 'oidc_admin_bindings', entityId: email, changes: { email, subject } }
      addEntry({ action: 'oidc_admin.bind', ...entry })
      return true
    }
    // A simultaneous request was faster.
    const [other] = await tx.select().from(oidcAdminBindings).where(eq(oidcAdminBindings.email, email))
    return other?.subject === subject
  })
}

/** Whether one of these emails was bound to the subject. */
export async function hasBoundEmail(database: Database, subject: string, emails: ReadonlySet<string>) {
  if (emails.size === 0) return false
  const bound = await database.query((tx) =>
    tx
      .select({ email: oidcAdminBindings.email })
      .from(oidcAdminBindings)
      .where(eq(oidcAdminBindings.subject, subject)),
  )
  return bound.some(({ email }) => emails.has(email))
}
