// Signing in and out of the admin side.
import { and, eq, lt, notExists, sql } from 'drizzle-orm'
import { auditedTransaction } from '../audit/append-audit-row.ts'
import type { Tx } from '../db/database.ts'
import { adminUsers, revokedTokens } from '../db/schema/auth.ts'
import { AppError, invalid } from '../errors.ts'
import { type Claims, signToken, TOKEN_SECONDS, verifyToken } from './access-tokens.ts'
import { auditActor, type UserActor } from './actor.ts'
import type { AuthContext, SignInContext } from './auth-context.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { unauthenticated } from './permissions.ts'

export type Session = { actor: UserActor; email: string; claims: Claims }

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
 * A token for the right password; the same 401 in the same time for an unknown user and a wrong password. Throws 429
 * when the address, see `security/client-ip.ts`, sent too many wrong ones.
 */
export function login(ctx: SignInContext, credentials: Credentials): Promise<Grant> {
  return ctx.attempts(credentials.address, () => decideLogin(ctx, credentials))
}

async function decideLogin(ctx: AuthContext, { email, password }: Credentials): Promise<Grant> {
  const user = await ctx.database.query((tx) => findByEmail(tx, email))
  const matches = await verifyPassword(password, user?.password_hash ?? null)
  if (!user || user.disabled || !matches) {
    throw new AppError('invalid_credentials', 'The e-mail or the password is wrong.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  }
  return grant(ctx, user)
}

/** Who a token stands for right now; throws 401 when it was ended in any way, 503 when that cannot be checked. */
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
  if (!user) throw unauthenticated('This session has ended.')
  const { id, name, role, token_version: tokenVersion, email } = user
  return { actor: { kind: 'user', id, name, role, tokenVersion }, email, claims }
}

type PasswordChange = { session: Session; current: string; next: string; address: string }

/** Sets a new password, which ends every older token, and gives a fresh one; throws 422, and 429 as `login` does. */
export function changePassword(ctx: SignInContext, change: PasswordChange): Promise<Grant> {
  return ctx.attempts(change.address, () => decideChange(ctx, change))
}

async function decideChange(ctx: AuthContext, { session, current, next }: PasswordChange): Promise<Grant> {
  const { id } = session.actor
  const [found] = await ctx.database.query((tx) => tx.select().from(adminUsers).where(eq(adminUsers.id, id)))
  if (!(await verifyPassword(current, found?.password_hash ?? null))) {
    throw new AppError('invalid_current_password', 'The current password is wrong.', {
      errors: [{ path: 'current_password', code: 'invalid_current_password', message: 'is wrong' }],
    })
  }
  if (current === next) {
    throw invalid([{ path: 'new_password', code: 'unchanged', message: 'is the current password' }])
  }
  const password_hash = await hashPassword(next)
  const updated = await auditedTransaction(ctx, auditActor(session.actor), async (tx, note) => {
    // Only on the hash that was compared: of two changes at once, one wins.
    const [user] = await tx
      .update(adminUsers)
      .set({
        password_hash,
        token_version: sql`${adminUsers.token_version} + 1`,
        version: sql`${adminUsers.version} + 1`,
        updated_at: ctx.clock(),
      })
      .where(and(eq(adminUsers.id, id), eq(adminUsers.password_hash, found!.password_hash)))
      .returning()
    if (user) {
      const changes = { password: 'changed' }
      note({ action: 'user.update', entity: 'admin_users', entityId: id, changes })
    }
    return user
  })
  if (!updated) throw unauthenticated('This session has ended.')
  return grant(ctx, updated)
}

/** Ends this token, or all of the user's. */
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

async function findByEmail(tx: Tx, email: string) {
  // Postgres takes no NUL in a text; no account has one.
  if (email.includes('\0')) return null
  const [user] = await tx
    .select()
    .from(adminUsers)
    .where(eq(sql`lower(${adminUsers.email})`, email.toLowerCase()))
  return user ?? null
}

async function grant(ctx: AuthContext, user: typeof adminUsers.$inferSelect): Promise<Grant> {
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
    expires_in: TOKEN_SECONDS,
    expires_at: expiresAt,
    role,
    user: account,
  }
}
