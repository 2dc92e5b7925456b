// Signing in to the admin side, changing the password, signing out.
import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import { adminUsers, revokedTokens } from '../platform/db/schema/auth.ts'
import { AppError, invalid } from '../text/errors.ts'
import { signToken, TOKEN_LIFETIME_SECONDS, type TokenClaims, verifyToken } from './access-tokens.ts'
import { deleteAccountLinks } from './account-links.ts'
import { notifyPasswordChanged } from './account-notices.ts'
import { auditActor, type UserActor } from './actor.ts'
import { auditedTransaction } from './audit/append-audit-row.ts'
import type { AuthContext, SignInContext } from './auth-context.ts'
import { findByEmail } from './find-account.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { unauthenticated } from './permissions.ts'

export type Session = { actor: UserActor; email: string; claims: TokenClaims }

export type Grant = {
  token: string
  token_type: 'Bearer'
  expires_in: number
  expires_at: Date
  role: UserActor['role']
  user: { id: number; email: string; name: string; role: UserActor['role'] }
}

type Credentials = { email: string; password: string; address: string }

/**
 * Exchanges credentials for a token. Throws the same 401 in the same time for an unknown user and a wrong password, and
 * 429 after too many failures from the client's address (see `clientKey`). Waits after many failures for the account.
 */
export function login(ctx: SignInContext, credentials: Credentials): Promise<Grant> {
  return ctx.limitAttempts(credentials, () => verifyLogin(ctx, credentials))
}

async function verifyLogin(ctx: AuthContext, { email, password }: Credentials): Promise<Grant> {
  const user = await ctx.database.query((tx) => findByEmail(tx, email))
  const matches = await verifyPassword(password, user?.password_hash ?? null)
  if (!user || user.disabled || !matches) {
    throw new AppError('invalid_credentials', 'Incorrect email or password.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  }
  await noteSignIn(ctx, user.id)
  return grantToken(ctx, user)
}

// A write of the same account holds its row until it commits, for up to 30 s; a sign-in does not wait for that.
const noteSignIn = (ctx: AuthContext, id: number) =>
  ctx.database.transaction(async (tx) => {
    const free = tx
      .select({ id: adminUsers.id })
      .from(adminUsers)
      .where(eq(adminUsers.id, id))
      .for('no key update', { skipLocked: true })
    await tx.update(adminUsers).set({ last_sign_in_at: ctx.clock() }).where(inArray(adminUsers.id, free))
  })

/** The session of a token; throws 401 when it is invalid, expired or revoked, 503 when that cannot be checked. */
export async function authenticate(ctx: AuthContext, token: string): Promise<Session> {
  const claims = await verifyToken(ctx.tokenKey, token, ctx.clock())
  const [user] = await ctx.database.query((tx) =>
    tx
      .select()
      .from(adminUsers)
      .where(
        and(
          eq(adminUsers.id, claims.userId),
          eq(adminUsers.token_version, claims.tokenVersion),
          eq(adminUsers.disabled, false),
          notExists(
            tx
              .select({ jti: revokedTokens.jti })
              .from(revokedTokens)
              .where(eq(revokedTokens.jti, claims.jti)),
          ),
        ),
      ),
  )
  if (!user) throw unauthenticated('The session has ended; sign in again.')
  const { id, name, role, token_version: tokenVersion, email } = user
  const { creatorUploads } = ctx
  return { actor: { kind: 'user', id, name, role, tokenVersion, creatorUploads }, email, claims }
}

type PasswordChange = { session: Session; current: string; next: string; address: string }

/** Sets a new password, which revokes all older tokens, and returns a new one. Throws 422, and 429 like `login`. */
export function changePassword(ctx: SignInContext, change: PasswordChange): Promise<Grant> {
  const { session, address } = change
  return ctx.limitAttempts({ email: session.email, address }, () => applyPasswordChange(ctx, change))
}

async function applyPasswordChange(
  ctx: AuthContext,
  { session, current, next }: PasswordChange,
): Promise<Grant> {
  const { id } = session.actor
  const [found] = await ctx.database.query((tx) => tx.select().from(adminUsers).where(eq(adminUsers.id, id)))
  if (!(await verifyPassword(current, found?.password_hash ?? null))) {
    throw new AppError('invalid_current_password', 'The current password is incorrect.', {
      errors: [{ path: 'current_password', code: 'invalid_current_password', message: 'is incorrect' }],
    })
  }
  if (current === next) {
    throw invalid([
      { path: 'new_password', code: 'unchanged', message: 'must differ from the current password' },
    ])
  }
  const password_hash = await hashPassword(next)
  const updated = await auditedTransaction(ctx, auditActor(session.actor), async (tx, note) => {
    // Matches on the verified hash, so that only one of two simultaneous changes succeeds.
    const [user] = await tx
      .update(adminUsers)
      .set({
        password_hash,
        token_version: sql`${adminUsers.token_version} + 1`,
        version: sql`${adminUsers.version} + 1`,
        updated_at: ctx.clock(),
      })
      .where(and(eq(adminUsers.id, id), eq(adminUsers.password_hash, found!.password_hash!)))
      .returning()
    if (user) {
      const changes = { password: 'changed' }
      note({ action: 'user.update', entity: 'admin_users', entityId: id, changes })
      await deleteAccountLinks(tx, id)
      await notifyPasswordChanged(tx, ctx.mail, user)
    }
    return user
  })
  if (!updated) throw unauthenticated('The session has ended; sign in again.')
  ctx.mail?.wake()
  return grantToken(ctx, updated)
}

/** Revokes this token or, with `everywhere`, all tokens of the user. */
export async function logout(ctx: AuthContext, session: Session, everywhere: boolean): Promise<void> {
  const { claims, actor } = session
  await ctx.database.transaction(async (tx) => {
    if (everywhere) {
      await tx
        .update(adminUsers)
        .set({ token_version: sql`${adminUsers.token_version} + 1` })
        .where(eq(adminUsers.id, actor.id))
      return
    }
    await tx.delete(revokedTokens).where(lt(revokedTokens.expires_at, ctx.clock()))
    await tx
      .insert(revokedTokens)
      .values({ jti: claims.jti, expires_at: claims.expiresAt })
      .onConflictDoNothing()
  })
}

async function grantToken(ctx: AuthContext, user: typeof adminUsers.$inferSelect): Promise<Grant> {
  const { id, email, name, role, token_version: tokenVersion } = user
  const { token, expiresAt } = await signToken(ctx.tokenKey, {
    userId: id,
    role,
    tokenVersion,
    now: ctx.clock(),
  })
  const account = { id, email, name, role }
  return {
    token,
    token_type: 'Bearer',
    expires_in: TOKEN_LIFETIME_SECONDS,
    expires_at: expiresAt,
    role,
    user: account,
  }
}
