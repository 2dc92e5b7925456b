// The last admin with a way in stays one. No ways in are: an invitation that nobody has accepted, a company account that has never been
// here or is switched off, and a password or passkey that OIDC_ONLY has closed.
import { and, count, eq, exists, gt, isNotNull, or } from 'drizzle-orm'
import type { Tx } from '../platform/db/database.ts'
import { adminUsers, passkeys } from '../platform/db/schema/auth.ts'
import { users } from '../platform/db/schema/procurement.ts'
import { AppError } from '../text/errors.ts'
import type { AccountContext } from './auth-context.ts'

/** The settings that open and close ways in. */
export type SignInSettings = Pick<AccountContext, 'hasProvider' | 'isProviderOnly' | 'clock'>

/** Persons of the identity provider with a token here, at least once, and not switched off. A mistyped subject has none. */
export const isKnownPerson = and(eq(users.disabled, false), isNotNull(users.claims_at))

const { password_hash, password_allowed_until } = adminUsers

/** How many admins can sign in. */
export async function countAdmins(
  tx: Tx,
  { hasProvider = false, isProviderOnly = false, clock }: SignInSettings,
): Promise<number> {
  const ofAccount = tx.select().from(passkeys).where(eq(passkeys.account_id, adminUsers.id))
  const withoutProvider = isProviderOnly
    ? and(isNotNull(password_hash), gt(password_allowed_until, clock()))
    : or(isNotNull(password_hash), exists(ofAccount))
  const [row] = await tx
    .select({ total: count() })
    .from(adminUsers)
    .leftJoin(users, eq(users.id, adminUsers.person_id))
    .where(
      and(
        eq(adminUsers.role, 'admin'),
        eq(adminUsers.disabled, false),
        or(withoutProvider, hasProvider ? isKnownPerson : undefined),
      ),
    )
  return row!.total
}

/**
 * Runs a change, and throws 409 `last_admin` if it leaves no admin who can sign in where there was one. Call it under the lock on
 * `admin_users`, so that two requests cannot each remove the other's last admin.
 */
export async function keepAdmin<T>(tx: Tx, settings: SignInSettings, change: () => Promise<T>): Promise<T> {
  const before = await countAdmins(tx, settings)
  const changed = await change()
  if (before > 0 && (await countAdmins(tx, settings)) === 0)
    throw new AppError(
      'last_admin',
      'No admin could sign in any more. Make another account an admin first: it counts once its owner has accepted the invitation, or signed in with the company account.',
    )
  return changed
}
