// Signing in with email and password, and changing the password.
import { and, eq, sql } from 'drizzle-orm'
import { adminUsers } from '../platform/db/schema/auth.ts'
import { AppError, invalid } from '../text/errors.ts'
import { deleteAccountLinks } from './account-links.ts'
import { auditActor, type UserActor } from './actor.ts'
import { auditedTransaction } from './audit/append-audit-row.ts'
import type { AuthContext, SignInContext } from './auth-context.ts'
import { endSessionsOfPerson } from './end-sessions.ts'
import { demandSecondFactor } from './factors/second-factor.ts'
import { findByEmail } from './find-account.ts'
import { forbidden, unauthenticated } from './permissions.ts'
import {
  beginSession,
  continueSession,
  type Device,
  type Grant,
  personByPassword,
  type Session,
  type SignIn,
} from './sessions.ts'

type Credentials = {
  email: string
  password: string
  device: Device
  /** A new secret for the panel's browser, which a second step needs; null for other clients. */
  browser: string | null
}

/**
 * Exchanges credentials for a session. Throws the same 401 in the same time for an unknown user and a wrong password, and
 * 429 after too many failures from the client's address. Waits after many failures for the account. An account with a second
 * factor, or that must set one up, gets 401 with a ticket for the next step, which is not counted as a failure.
 */
export function login(ctx: SignInContext, credentials: Credentials): Promise<SignIn> {
  const { email, device } = credentials
  return ctx.limitAttempts({ email, address: device.address }, () => verifyLogin(ctx, credentials))
}

async function verifyLogin(ctx: SignInContext, credentials: Credentials): Promise<SignIn> {
  const { email, password, device, browser } = credentials
  const user = await ctx.database.query((tx) => findByEmail(tx, email))
  const matches = await ctx.passwords.verify(password, user?.password_hash ?? null)
  if (!user || user.disabled || !matches) {
    throw new AppError('invalid_credentials', 'Incorrect email or password.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  }
  assertPasswordsAllowed(ctx, user)
  await demandSecondFactor(ctx, user, browser)
  const actingPerson = personByPassword(user)
  return beginSession(ctx, { account: user }, { method: 'password', device, actingPerson })
}

// After the password was found right, so that nobody learns from this which accounts there are.
function assertPasswordsAllowed({ passwordsOff, clock }: AuthContext, user: typeof adminUsers.$inferSelect) {
  if (!passwordsOff || (user.password_allowed_until && user.password_allowed_until > clock())) return
  throw forbidden('Passwords are switched off here; sign in with your company account.')
}

type PasswordChange = { session: Session; current: string; next: string; address: string }

/**
 * Sets a new password, which ends all other sessions of the account and of its person, and returns a new token. Throws 403, 422, and
 * 429 like `login`.
 */
export function changePassword(ctx: SignInContext, change: PasswordChange): Promise<Grant> {
  const { account } = change.session
  if (!account) throw forbidden('You sign in with your company account; it has the password.')
  const attempt = { email: account.email, address: change.address }
  return ctx.limitAttempts(attempt, () => applyPasswordChange(ctx, { ...change, actor: account.actor }))
}

async function applyPasswordChange(
  ctx: AuthContext,
  { session, actor, current, next }: PasswordChange & { actor: UserActor },
): Promise<Grant> {
  const { id } = actor
  const [found] = await ctx.database.query((tx) => tx.select().from(adminUsers).where(eq(adminUsers.id, id)))
  if (!(await ctx.passwords.verify(current, found?.password_hash ?? null))) {
    throw new AppError('invalid_current_password', 'The current password is incorrect.', {
      errors: [{ path: 'current_password', code: 'invalid_current_password', message: 'is incorrect' }],
    })
  }
  if (current === next) {
    throw invalid([
      { path: 'new_password', code: 'unchanged', message: 'must differ from the current password' },
    ])
  }
  const password_hash = await ctx.passwords.hash(next)
  const updated = await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    // Matches on the verified hash, so that only one of two simultaneous changes succeeds.
    const [user] = await tx
      .update(adminUsers)
      .set({
        password_hash,
        password_set_by_admin: false,
        // The admin who set the password may be who changes it.
        ...(found!.password_set_by_admin && !session.person && { connected_at: null }),
        token_version: sql`${adminUsers.token_version} + 1`,
        version: sql`${adminUsers.version} + 1`,
        updated_at: ctx.clock(),
      })
      .where(and(eq(adminUsers.id, id), eq(adminUsers.password_hash, found!.password_hash!)))
      .returning()
    if (user) {
      const changes = { password: 'changed' }
      note({ action: 'user.update', entity: 'admin_users', entityId: id, changes })
      await endSessionsOfPerson(tx, ctx.clock(), user.person_id, session.id)
      await deleteAccountLinks(tx, id)
      await ctx.mail?.add(tx, { kind: 'password-changed', to: user.email, data: { name: user.name } })
    }
    return user
  })
  if (!updated) throw unauthenticated('The session has ended; sign in again.')
  ctx.mail?.wake()
  return continueSession(ctx, session, updated)
}
