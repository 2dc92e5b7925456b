// Signing in with email and password, and changing the password.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { adminUsers } from '../platform/db/schema/auth.ts'
import { AppError, invalid } from '../text/errors.ts'
import { deleteAccountLinks } from './account-links.ts'
import { auditActor } from './actor.ts'
import { auditedTransaction } from './audit/append-audit-row.ts'
import type { AuthContext, SignInContext } from './auth-context.ts'
import { endSessionsOfPerson } from './end-sessions.ts'
import { demandSecondFactor } from './factors/second-factor.ts'
import { findByEmail } from './find-account.ts'
import { forbidden, unauthenticated } from './permissions.ts'
import { assertProved } from './proofs.ts'
import { assertSignInAllowed } from './provider-only.ts'
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
  assertSignInAllowed(ctx, user)
  await demandSecondFactor(ctx, user, browser)
  const actingPerson = personByPassword(user)
  return beginSession(ctx, { account: user }, { method: 'password', device, actingPerson })
}

type SignedIn = NonNullable<Session['account']>

/** Throws 403 for a person without an account. */
function accountOf({ account }: Session): SignedIn {
  if (!account) throw forbidden('You sign in with your company account; it has the password.')
  return account
}

type PasswordChoice = { session: Session; next: string }

/**
 * Sets the first password of an account in a session with a proof, which ends all other sessions of the account and of its person, and
 * returns a new token. Throws 403, also `reauthentication_required`.
 */
export async function choosePassword(ctx: AuthContext, { session, next }: PasswordChoice): Promise<Grant> {
  const account = accountOf(session)
  // Before the hash, which costs.
  await ctx.database.query((tx) => assertProved(tx, ctx, session.id))
  // In a session of the person, the owner of the password has proved to be that person as well.
  const connection = session.person ? { connected_at: ctx.clock() } : {}
  return replacePassword(ctx, { session, account, before: null, next, connection })
}

type PasswordChange = PasswordChoice & { current: string; address: string }

/**
 * Sets a new password in the place of the `current` one, with the effect of `choosePassword`. Throws 403, 422, and 429 like a
 * proof.
 */
export function changePassword(ctx: SignInContext, change: PasswordChange): Promise<Grant> {
  const { session, address } = change
  const account = accountOf(session)
  return ctx.limitProofs({ session: session.id, email: account.email, address }, () =>
    verifyPasswordChange(ctx, { ...change, account }),
  )
}

async function verifyPasswordChange(
  ctx: AuthContext,
  { session, account, current, next }: PasswordChange & { account: SignedIn },
): Promise<Grant> {
  const { id } = account.actor
  const [found] = await ctx.database.query((tx) => tx.select().from(adminUsers).where(eq(adminUsers.id, id)))
  if (!(await ctx.passwords.verify(current, found?.password_hash ?? null, { isSignedIn: true }))) {
    throw new AppError('invalid_current_password', 'The current password is incorrect.', {
      errors: [{ path: 'current_password', code: 'invalid_current_password', message: 'is incorrect' }],
    })
  }
  if (current === next) {
    throw invalid([
      { path: 'new_password', code: 'unchanged', message: 'must differ from the current password' },
    ])
  }
  // The admin who set the password may be who changes it.
  const connection = found!.password_set_by_admin && !session.person ? { connected_at: null } : {}
  return replacePassword(ctx, { session, account, before: found!.password_hash, next, connection })
}

type Replacement = PasswordChoice & {
  account: SignedIn
  /** The hash that was verified; null for the first password. */
  before: string | null
  /** What changes in the connection with a person. */
  connection: { connected_at?: Date | null }
}

async function replacePassword(
  ctx: AuthContext,
  { session, account, before, next, connection }: Replacement,
): Promise<Grant> {
  const { actor } = account
  const { id } = actor
  const { password_hash: known } = adminUsers
  const password_hash = await ctx.passwords.hash(next, { isSignedIn: true })
  const updated = await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    // Matches on the hash before, so that only one of two simultaneous changes succeeds.
    const [user] = await tx
      .update(adminUsers)
      .set({
        password_hash,
        password_set_by_admin: false,
        ...connection,
        token_version: sql`${adminUsers.token_version} + 1`,
        version: sql`${adminUsers.version} + 1`,
        updated_at: ctx.clock(),
      })
      .where(and(eq(adminUsers.id, id), before === null ? isNull(known) : eq(known, before)))
      .returning()
    if (user) {
      const changes = { password: before === null ? 'set' : 'changed' }
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
