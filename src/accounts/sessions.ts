// Sessions: one for each sign-in, with an access token and, for the panel, a cookie that mints tokens for the rest of it.
import { and, desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Tx } from '../platform/db/database.ts'
import { adminUsers, revokedTokens, type SIGN_IN_METHODS, sessions } from '../platform/db/schema/auth.ts'
import { users } from '../platform/db/schema/procurement.ts'
import { selectPage } from '../platform/db/select-page.ts'
import { statement } from '../platform/db/statement.ts'
import { sha256 } from '../platform/sha256.ts'
import { describeUserAgent } from '../text/describe-user-agent.ts'
import { AppError } from '../text/errors.ts'
import type { Paging } from '../text/paging.ts'
import { signToken, TOKEN_LIFETIME_SECONDS, verifyToken } from './access-tokens.ts'
import { accountAsActor, type UserActor } from './actor.ts'
import { type AuditActor, auditedTransaction } from './audit/append-audit-row.ts'
import type { AuthContext } from './auth-context.ts'
import { endSessions, endSessionsOfPerson, isLive } from './end-sessions.ts'
import { presentKey } from './former-keys.ts'
import { tellOfNewDevice } from './new-device-notice.ts'
import { unauthenticated } from './permissions.ts'
import { confirmation } from './proofs.ts'
import { allowsSession, assertSignInAllowed, isAllowed } from './provider-only.ts'
import { createSecret } from './tickets.ts'

export type SignInMethod = (typeof SIGN_IN_METHODS)[number]
type Account = typeof adminUsers.$inferSelect
type PersonRow = typeof users.$inferSelect

/** The owner of a session: an account, or a person of the identity provider, whose account is looked up at each request. */
export type Owner = { account: Account } | { person: PersonRow }

export type SessionPerson = Pick<PersonRow, 'id' | 'subject' | 'display_name' | 'email'>

export type Session = {
  /** Of the session, and of its tokens (`jti`). */
  id: string
  kind: 'account' | 'person'
  expiresAt: Date
  /** Null for a person of the provider without an account that is enabled. */
  account: { actor: UserActor; email: string } | null
  /** Of the provider; null for a session of an account that does not act for one. */
  person: SessionPerson | null
  /** Whether the account is connected with a person of the provider. */
  isConnected: boolean
  /** Whether the account has a password. */
  hasPassword: boolean
}

/** The client of a sign-in. */
export type Device = {
  /** From `clientKey`. */
  address: string
  userAgent: string
  /** Whether the client is the panel, on a host of its own: it gets a cookie. */
  getsCookie: boolean
  /** The panel's cookie of an earlier session, which a new one of the same owner replaces. */
  cookie: string | null
}

export type Grant = {
  token: string
  token_type: 'Bearer'
  expires_in: number
  expires_at: Date
  /** Present for persons of the identity provider. */
  kind?: 'person'
  /** Null for a person without an account. */
  role: UserActor['role'] | null
  /** `id` is the account's or, for a person, the one at `/api/users`, with `account_id` where they have an account. */
  user: {
    id: number
    account_id?: number
    email: string | null
    name: string
    role: UserActor['role'] | null
  }
}

/** The provider's id of its own session, and the sealed hint for signing out there. */
export type ProviderSession = { session: string | null; signOutHint: string | null }

/** `cookie` is the value for the panel; null for other clients. */
export type SignIn = { grant: Grant; cookie: string | null }

const MAX_USER_AGENT = 400
/** `last_seen_at` is at most this far behind. */
const SEEN_EVERY_MS = 5 * 60_000
type Beginning = {
  method: SignInMethod
  device: Device
  provider?: ProviderSession
  /** Takes what the session begins with, such as a ticket, in the same transaction; throws where it is gone. */
  claim?: (tx: Tx) => Promise<void>
  /** The person that the session of an account acts for, too: from `personByPassword`, or of the passkey. */
  actingPerson?: number | null
  /** Whether the sign-in is a proof of identity as well: the provider was to ask again who is there. */
  isProof?: boolean
}

/** The id of the person that the password of an account is proof of, too: it is known to nobody but who connected them. */
export const personByPassword = ({ person_id, connected_at, password_set_by_admin }: Account) =>
  connected_at !== null && !password_set_by_admin ? person_id : null

const NO_PROVIDER: ProviderSession = { session: null, signOutHint: null }

/** Begins a session and adds its audit row. Throws 403 for one of an account where people sign in at the provider alone. */
export async function beginSession(
  ctx: AuthContext,
  owner: Owner,
  { method, device, provider = NO_PROVIDER, actingPerson = null, isProof = false, claim }: Beginning,
): Promise<SignIn> {
  if ('account' in owner) assertSignInAllowed(ctx, owner.account)
  const id = crypto.randomUUID()
  const now = ctx.clock()
  const expiresAt = endOfSession(now)
  const cookie = device.getsCookie ? createSecret() : null
  const user_agent = device.userAgent.slice(0, MAX_USER_AGENT)
  const actor = 'account' in owner ? accountAsActor(owner.account) : personAsActor(owner.person)
  const linked = await auditedTransaction(ctx, actor, async (tx, note) => {
    await claim?.(tx)
    if (device.cookie) await endSessions(tx, now, isReplacedBy(owner, device.cookie))
    const account = 'account' in owner ? owner.account : await findAccountOf(tx, owner.person.id)
    if (account) await noteLastSignIn(tx, ctx, account)
    const person = 'person' in owner ? owner.person : null
    await tellOfNewDevice(tx, ctx.mail, { account, person, userAgent: user_agent, now })
    await tx.insert(sessions).values({
      id,
      ...('account' in owner
        ? {
            account_id: owner.account.id,
            acting_person_id: actingPerson,
            token_version: owner.account.token_version,
          }
        : { person_id: owner.person.id, token_version: 0 }),
      method,
      ...(isProof && { proved_at: now, proved_with: 'provider_ticket' as const }),
      cookie_hash: cookie && sha256(cookie),
      provider_session: provider.session,
      sign_out_hint: provider.signOutHint,
      address: device.address,
      user_agent,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
    })
    const changes = {
      method,
      device: describeUserAgent(user_agent),
      ...(person && account && { account: account.id }),
      ...(actingPerson !== null && { person: await subjectOf(tx, actingPerson) }),
    }
    note({ action: 'session.begin', entity: 'sessions', entityId: id, changes })
    if (isProof) note(confirmation(id, 'provider_ticket'))
    return account
  })
  ctx.mail?.wake()
  const grant = await grantToken(ctx, { owner, account: linked, id, now, expiresAt })
  return { grant, cookie }
}

async function subjectOf(tx: Tx, personId: number) {
  const [person] = await tx.select({ subject: users.subject }).from(users).where(eq(users.id, personId))
  return person?.subject ?? null
}

/** A new token of the session after its account's older tokens were revoked; the account's other sessions have ended. */
export async function continueSession(ctx: AuthContext, session: Session, account: Account): Promise<Grant> {
  if (session.kind === 'person') return renewToken(ctx, session.id)
  const now = ctx.clock()
  const expiresAt = endOfSession(now)
  await ctx.database.query((tx) =>
    tx
      .update(sessions)
      .set({ token_version: account.token_version, expires_at: expiresAt })
      .where(and(eq(sessions.id, session.id), eq(sessions.account_id, account.id))),
  )
  return grantToken(ctx, { owner: { account }, account, id: session.id, now, expiresAt })
}

/** A token for the rest of the session that the panel's cookie belongs to. Throws 401. */
export const mintToken = (ctx: AuthContext, cookie: string): Promise<Grant> =>
  findGrant(ctx, eq(sessions.cookie_hash, sha256(cookie)))

/** The same for a session by its id. */
export const renewToken = (ctx: AuthContext, id: string): Promise<Grant> =>
  findGrant(ctx, eq(sessions.id, id))

async function findGrant(ctx: AuthContext, which: SQL): Promise<Grant> {
  const account = alias(adminUsers, 'account')
  const now = ctx.clock()
  const [found] = await ctx.database.query((tx) =>
    tx
      .select({ session: sessions, account, person: users })
      .from(sessions)
      .leftJoin(users, eq(users.id, sessions.person_id))
      .leftJoin(account, or(eq(account.id, sessions.account_id), eq(account.person_id, sessions.person_id)))
      .where(and(which, isLive(tx, now))),
  )
  const { session, person } = found ?? {}
  const enabled = found?.account && !found.account.disabled ? found.account : null
  const owner: Owner | null =
    session?.account_id != null
      ? enabled?.token_version === session.token_version
        ? { account: enabled }
        : null
      : person && !person.disabled
        ? { person }
        : null
  if (!session || !owner) throw unauthenticated('The session has ended; sign in again.')
  const { id, expires_at: expiresAt } = session
  return grantToken(ctx, { owner, account: enabled, id, now, expiresAt })
}

/** The session of a token; throws 401 when it is invalid, expired or revoked, 503 when that cannot be checked. */
export async function authenticate(ctx: AuthContext, token: string): Promise<Session> {
  const now = ctx.clock()
  const { jti: id, ...claims } = await verifyToken(ctx, token, now)
  const found = await ctx.database.query<Found | undefined>((tx) =>
    claims.kind === 'person'
      ? findPersonSession(tx, { ...claims, id, now })
      : findAccountSession(tx, { ...claims, id, now }),
  )
  const isOfAccount = claims.kind === 'account'
  if (!found || (isOfAccount && !allowsSession(ctx, found.account!, found.session.created_at)))
    throw unauthenticated('The session has ended; sign in again.')
  const { account, person, session } = found
  await noteSeen(ctx, session)
  return {
    id,
    kind: claims.kind,
    expiresAt: session.expires_at,
    account: account && { actor: actorOf(ctx, account, id), email: account.email },
    person: person && presentPerson(person),
    isConnected: account !== null && account.person_id !== null,
    hasPassword: account !== null && account.password_hash !== null,
  }
}

export const presentPerson = ({ id, subject, display_name, email }: PersonRow): SessionPerson => ({
  id,
  subject,
  display_name,
  email,
})

/** A person of the provider as the audit log names them. */
export const personAsActor = ({ display_name, subject }: SessionPerson): AuditActor => ({
  name: display_name,
  id: subject,
})

export const actorOf = (
  { creatorUploads }: AuthContext,
  { id, name, role, token_version }: Account,
  session: string | null,
): UserActor => ({
  kind: 'user',
  id,
  name,
  role,
  tokenVersion: token_version,
  session,
  creatorUploads,
})

type SessionRow = Pick<typeof sessions.$inferSelect, 'id' | 'created_at' | 'last_seen_at' | 'expires_at'>
type Found = { account: Account | null; person: PersonRow | null; session: SessionRow }
const SESSION = {
  id: sessions.id,
  created_at: sessions.created_at,
  last_seen_at: sessions.last_seen_at,
  expires_at: sessions.expires_at,
}
type Claimed = { id: string; subjectId: number; tokenVersion: number; now: Date }

// Each token needs the row of its session: whoever has the key alone opens nothing.
async function findAccountSession(tx: Tx, claimed: Claimed) {
  const [found] = await selectAccountSession(tx, claimed)
  return found
}

const selectAccountSession = statement((db) =>
  db
    .select({ account: adminUsers, person: users, session: SESSION })
    .from(adminUsers)
    .innerJoin(
      sessions,
      and(
        eq(sessions.id, sql.placeholder('id')),
        eq(sessions.account_id, adminUsers.id),
        eq(sessions.token_version, adminUsers.token_version),
        isLive(db, sql.param(sql.placeholder('now'), sessions.expires_at)),
      ),
    )
    .leftJoin(
      users,
      and(
        eq(users.id, sessions.acting_person_id),
        eq(users.id, adminUsers.person_id),
        eq(users.disabled, false),
      ),
    )
    .where(
      and(
        eq(adminUsers.id, sql.placeholder('subjectId')),
        eq(adminUsers.token_version, sql.placeholder('tokenVersion')),
        eq(adminUsers.disabled, false),
      ),
    ),
)

async function findPersonSession(tx: Tx, { id, subjectId, now }: Claimed) {
  const [found] = await tx
    .select({ account: adminUsers, person: users, session: SESSION })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.person_id), eq(users.disabled, false)))
    .leftJoin(adminUsers, and(eq(adminUsers.person_id, users.id), eq(adminUsers.disabled, false)))
    .where(and(eq(sessions.id, id), eq(sessions.person_id, subjectId), isLive(tx, now)))
  return found
}

async function findAccountOf(tx: Tx, personId: number): Promise<Account | null> {
  const [account] = await tx
    .select()
    .from(adminUsers)
    .where(and(eq(adminUsers.person_id, personId), eq(adminUsers.disabled, false)))
  return account ?? null
}

async function noteSeen({ database, clock }: AuthContext, { id, last_seen_at }: SessionRow) {
  const now = clock()
  if (now.getTime() - last_seen_at.getTime() < SEEN_EVERY_MS) return
  await database.query((tx) =>
    tx
      .update(sessions)
      .set({ last_seen_at: now })
      .where(and(eq(sessions.id, id), lt(sessions.last_seen_at, now))),
  )
}

// A write of the same account holds its row until it commits, for up to 30 s; a sign-in does not wait for that.
async function noteLastSignIn(tx: Tx, ctx: AuthContext, account: Account) {
  const free = tx
    .select({ id: adminUsers.id })
    .from(adminUsers)
    .where(eq(adminUsers.id, account.id))
    .for('no key update', { skipLocked: true })
  await tx.update(adminUsers).set({ last_sign_in_at: ctx.clock() }).where(sql`${adminUsers.id} in ${free}`)
}

// Of the same owner: the work of somebody else in another tab goes on until they sign out.
const isReplacedBy = (owner: Owner, cookie: string) =>
  and(
    eq(sessions.cookie_hash, sha256(cookie)),
    'account' in owner ? eq(sessions.account_id, owner.account.id) : eq(sessions.person_id, owner.person.id),
  )!

/** The sealed hint for signing out at the provider: for the browser of the session alone, where it has a cookie. */
export async function sealedSignOutHint(
  { database }: AuthContext,
  id: string,
  cookie: string | null,
): Promise<string | null> {
  const isOfBrowser = or(
    isNull(sessions.cookie_hash),
    eq(sessions.cookie_hash, cookie === null ? '' : sha256(cookie)),
  )
  const [row] = await database.query((tx) =>
    tx
      .select({ hint: sessions.sign_out_hint })
      .from(sessions)
      .where(and(eq(sessions.id, id), isOfBrowser)),
  )
  return row?.hint ?? null
}

/** Ends this session or, with `everywhere`, all sessions of its owner. */
export async function logout(ctx: AuthContext, session: Session, everywhere: boolean): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    await tx.delete(revokedTokens).where(lt(revokedTokens.expires_at, ctx.clock()))
    if (!everywhere) {
      await endSessions(tx, ctx.clock(), eq(sessions.id, session.id))
      return
    }
    const { account, person } = session
    const [raised] = account
      ? await tx
          .update(adminUsers)
          .set({ token_version: sql`${adminUsers.token_version} + 1` })
          .where(eq(adminUsers.id, account.actor.id))
          .returning()
      : []
    await endSessionsOfPerson(tx, ctx.clock(), person?.id ?? raised?.person_id ?? null)
  })
}

// The sessions of an account and of the person that it is connected with.
const isOwn = (ctx: AuthContext, { account, person }: Session) =>
  or(
    account
      ? and(
          eq(sessions.account_id, account.actor.id),
          eq(sessions.token_version, account.actor.tokenVersion),
          isAllowed(ctx, account.actor.id),
        )
      : undefined,
    person ? eq(sessions.person_id, person.id) : undefined,
  )

/** The live sessions of the owner: this one, then the latest. Throws 422 `paging_required`. */
export async function listSessions(ctx: AuthContext, session: Session, paging: Paging | null) {
  const { items, ...page } = await ctx.database.readConsistently((tx) => {
    const where = and(isOwn(ctx, session), isLive(tx, ctx.clock()))
    const latest = [desc(sessions.last_seen_at), desc(sessions.created_at), sessions.id]
    const query = tx
      .select()
      .from(sessions)
      .where(where)
      .orderBy(desc(eq(sessions.id, session.id)), ...latest)
    return selectPage(tx, { table: sessions, where, query, paging })
  })
  return {
    ...page,
    items: items.map(({ id, method, address, user_agent, created_at, last_seen_at, expires_at }) => ({
      id,
      is_current: id === session.id,
      device: describeUserAgent(user_agent),
      address,
      method,
      created_at,
      last_seen_at,
      expires_at,
    })),
  }
}

/** Ends a session of the owner. Throws 404. */
export async function endSession(ctx: AuthContext, session: Session, id: string): Promise<void> {
  if (!z.uuid().safeParse(id).success) throw notFound()
  const which = and(eq(sessions.id, id), isOwn(ctx, session))!
  const ended = await ctx.database.transaction((tx) => endSessions(tx, ctx.clock(), which))
  if (ended === 0) throw notFound()
}

const notFound = () => new AppError('not_found', 'Session not found; it may have ended already.')

const endOfSession = (now: Date) =>
  new Date(Math.floor(now.getTime() / 1000) * 1000 + TOKEN_LIFETIME_SECONDS * 1_000)

type Granting = { owner: Owner; account: Account | null; id: string; now: Date; expiresAt: Date }

async function grantToken(
  ctx: AuthContext,
  { owner, account, id, now, expiresAt: endsAt }: Granting,
): Promise<Grant> {
  // After the clock was set back, the token would be valid for longer than eight hours.
  const expiresAt = new Date(Math.min(endsAt.getTime(), endOfSession(now).getTime()))
  const role = account?.role ?? null
  const subject =
    'account' in owner
      ? { kind: 'account' as const, id: owner.account.id, tokenVersion: owner.account.token_version }
      : { kind: 'person' as const, id: owner.person.id, tokenVersion: 0 }
  const token = await signToken(await presentKey(ctx), { subject, role, jti: id, now, expiresAt })
  const user =
    'account' in owner
      ? { id: owner.account.id, email: owner.account.email, name: owner.account.name, role }
      : {
          id: owner.person.id,
          ...(account && { account_id: account.id }),
          email: owner.person.email,
          name: owner.person.display_name,
          role,
        }
  return {
    token,
    token_type: 'Bearer',
    expires_in: Math.floor((expiresAt.getTime() - Math.floor(now.getTime() / 1000) * 1000) / 1_000),
    expires_at: expiresAt,
    ...(subject.kind === 'person' && { kind: 'person' as const }),
    role,
    user,
  }
}
