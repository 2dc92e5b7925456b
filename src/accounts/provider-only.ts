// With OIDC_ONLY, people act here as persons of the identity provider: no password or passkey begins a session, and API tokens need an
// account that is connected. What is left, for the day on which the provider cannot be reached, is a password that was set by somebody
// with access to the machine.
import { lt, sql } from 'drizzle-orm'
import { adminUsers, sessions } from '../platform/db/schema/auth.ts'
import type { AccountContext } from './auth-context.ts'
import { forbidden } from './permissions.ts'

type Setting = Pick<AccountContext, 'isProviderOnly'>
type Account = Pick<typeof adminUsers.$inferSelect, 'password_allowed_until'>

/** How long a password that was set by somebody with access to the machine signs in. */
export const passwordAllowedUntil = (now: Date) => new Date(now.getTime() + 86_400_000)

/** Whether a session of the account is good that began at this time, and not at the provider. */
export const allowsSession = (
  { isProviderOnly }: Setting,
  { password_allowed_until: end }: Account,
  began: Date,
) => !isProviderOnly || (end !== null && began < end)

/** The same as a condition on the sessions of this account; none without `OIDC_ONLY`. */
export function isAllowed({ isProviderOnly }: Setting, accountId: number) {
  const { id, password_allowed_until: end } = adminUsers
  const ofAccount = sql`(select ${end} from ${adminUsers} where ${id} = ${accountId})`
  return isProviderOnly ? lt(sessions.created_at, ofAccount) : undefined
}

/** Throws 403. Call it after the credentials were found right, so that nobody learns from it which accounts there are. */
export function assertSignInAllowed(ctx: Setting & Pick<AccountContext, 'clock'>, account: Account) {
  if (!allowsSession(ctx, account, ctx.clock())) throw providerOnly()
}

/** Throws 403 for a way to a new password, which would sign nobody in. */
export function assertNotProviderOnly({ isProviderOnly }: Setting) {
  if (isProviderOnly) throw providerOnly()
}

const providerOnly = () =>
  forbidden('Passwords and passkeys are switched off here; sign in with your company account.')
