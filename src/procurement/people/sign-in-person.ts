// Signs in by browser who the identity provider has confirmed: the way there and back, and the session afterwards.
import { and, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { auditActor, type UserActor } from '../../accounts/actor.ts'
import { type AuditOrigin, auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import type { AuthContext } from '../../accounts/auth-context.ts'
import type {
  AuthorizationCodeFlow,
  ConfirmedSignIn,
  PendingSignIn,
} from '../../accounts/oidc/authorization-code.ts'
import { reasonOfRefusal } from '../../accounts/oidc/verify-identity.ts'
import { beginSession, type Device, endPersonSessions, type SignIn } from '../../accounts/sessions.ts'
import { createSecret, createTicket, dropTickets, readTicket, takeTicket } from '../../accounts/tickets.ts'
import type { IdentityConfig } from '../../platform/config/config.ts'
import type { Tx } from '../../platform/db/database.ts'
import { adminUsers, passkeys, sessions, signInTickets } from '../../platform/db/schema/auth.ts'
import { users } from '../../platform/db/schema/procurement.ts'
import { sha256 } from '../../platform/sha256.ts'
import { AppError, invalid } from '../../text/errors.ts'
import { isConfiguredAdmin, mirrorPerson } from './identify-person.ts'
import { dayOf, readRights } from './person.ts'

export type ProviderSignInContext = AuthContext & {
  audit: AuditOrigin
  flow: AuthorizationCodeFlow
  admins: IdentityConfig['admins']
}

/** Why somebody whom the provider confirmed does not get in. */
export type Refusal = 'not_assigned' | 'disabled' | 'expired' | 'linked_elsewhere'

const STATE_MS = 10 * 60_000
const TICKET_MS = 60_000
/** Of a ticket that may confirm a change, about which its owner still decides. */
const PROOF_MS = 5 * 60_000

type Pending = PendingSignIn & {
  browser: string
  returnTo: string
  /** Whether the provider was to ask for the password in any case. */
  isAgain: boolean
  /** The account that is to be connected, instead of a sign-in. */
  link: Link | null
}

/** An account that is to be connected, and what its owner has proved it with. */
type Link = {
  accountId: number
  tokenVersion: number
  /** The id of their session. */
  session: string
  isPasswordProof: boolean
  /** The credential id of the passkey that was the proof. */
  passkey: string | null
}

type Beginning = {
  /** Secret of the browser, from its cookie; null for a new one. */
  browser: string | null
  returnTo: string
  isAgain: boolean
  link: Link | null
}

/** Returns the address at the provider, and the secret that the browser keeps in a cookie. */
export async function beginProviderSignIn(ctx: ProviderSignInContext, beginning: Beginning) {
  const { returnTo, isAgain, link } = beginning
  const browser = beginning.browser ?? createSecret()
  const state = createSecret()
  const { url, pending } = await ctx.flow.begin(state, isAgain)
  const data: Pending = {
    ...pending,
    browser: sha256(browser),
    returnTo,
    isAgain,
    link,
  }
  await ctx.database.query((tx) =>
    createTicket(tx, {
      purpose: 'provider-state',
      data,
      now: ctx.clock(),
      lifetimeMs: STATE_MS,
      secret: state,
    }),
  )
  return { url, browser }
}

export type Finished =
  | { outcome: 'signed-in'; ticket: string; returnTo: string; isAgain: boolean }
  | { outcome: 'linked' }
  | { outcome: 'refused'; problem: Refusal; subject: string | null; returnTo: string | null }

type Callback = { query: string; state: string; browser: string | null }

/**
 * Takes the browser back from the provider. A state works once, in the browser that began. Throws `ProviderSignInError`.
 */
export async function finishProviderSignIn(
  ctx: ProviderSignInContext,
  callback: Callback,
): Promise<Finished> {
  const { query, state, browser } = callback
  const now = ctx.clock()
  const data = await ctx.database.query((tx) =>
    takeTicket(tx, { purpose: 'provider-state', secret: state, now }),
  )
  const pending = data as Pending | null
  if (!pending || browser === null || sha256(browser) !== pending.browser)
    return { outcome: 'refused', problem: 'expired', subject: null, returnTo: null }
  const confirmed = await ctx.flow.finish(query, state, pending)
  const { returnTo } = pending
  const refused = (problem: Refusal): Finished => ({
    outcome: 'refused',
    problem,
    subject: confirmed.identity.subject,
    returnTo,
  })
  const person = await mirrorPerson(ctx, confirmed.identity)
  if (person.disabled) return refused('disabled')
  if (pending.link)
    return (await connect(ctx, pending.link, person)) ? { outcome: 'linked' } : refused('linked_elsewhere')
  if (!(await mayEnter(ctx, confirmed, person.id))) return refused('not_assigned')
  const ticket = await ctx.database.query((tx) =>
    createTicket(tx, {
      purpose: 'provider-ticket',
      data: {
        browser: pending.browser,
        personId: person.id,
        isAgain: pending.isAgain,
        session: confirmed.providerSession,
        idToken: confirmed.idToken,
      } satisfies WaitingTicket,
      now,
      lifetimeMs: pending.isAgain ? PROOF_MS : TICKET_MS,
    }),
  )
  return { outcome: 'signed-in', ticket, returnTo, isAgain: pending.isAgain }
}

// The person stays in `users`, where an admin of procurement finds them and assigns a role.
async function mayEnter(ctx: ProviderSignInContext, { identity }: ConfirmedSignIn, id: number) {
  const isAdmin = await isConfiguredAdmin(ctx, ctx.admins, identity)
  return ctx.database.query(async (tx) => {
    const { roles } = await readRights(tx, { id, isAdmin, today: dayOf(ctx.clock()) })
    if (roles.size > 0) return true
    return (
      (await tx.$count(adminUsers, and(eq(adminUsers.person_id, id), eq(adminUsers.disabled, false)))) > 0
    )
  })
}

type Person = typeof users.$inferSelect

/**
 * Connects an account with a person. From then on what the owner has proved the account with is proof of the person: this session,
 * and the password or the passkey. Resolves with false where one of them is connected with another one.
 */
async function connect(ctx: ProviderSignInContext, link: Link, person: Person): Promise<boolean> {
  const { accountId, tokenVersion } = link
  const { subject, display_name: name } = person
  try {
    return await auditedTransaction(ctx, { name, id: subject }, async (tx, note) => {
      const [account] = await tx
        .update(adminUsers)
        .set({ person_id: person.id, version: sql`${adminUsers.version} + 1`, updated_at: ctx.clock() })
        .where(
          and(
            eq(adminUsers.id, accountId),
            eq(adminUsers.token_version, tokenVersion),
            eq(adminUsers.disabled, false),
            or(isNull(adminUsers.person_id), eq(adminUsers.person_id, person.id)),
          ),
        )
        .returning({ id: adminUsers.id })
      if (!account) return false
      await proveByConnection(tx, ctx, link, person.id)
      note({ action: 'user.link', entity: 'admin_users', entityId: accountId, changes: { subject } })
      return true
    })
  } catch (error) {
    // The person is connected with another account.
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}

async function proveByConnection(tx: Tx, { clock }: ProviderSignInContext, link: Link, personId: number) {
  const { accountId, session: id, isPasswordProof, passkey } = link
  const [session] = await tx
    .update(sessions)
    .set({ acting_person_id: personId })
    .where(and(eq(sessions.id, id), eq(sessions.account_id, accountId)))
    .returning({ method: sessions.method })
  if (isPasswordProof || session?.method.startsWith('password'))
    await tx.update(adminUsers).set({ connected_at: clock() }).where(eq(adminUsers.id, accountId))
  if (passkey !== null)
    await tx
      .update(passkeys)
      .set({ person_id: personId })
      .where(and(eq(passkeys.credential_id, passkey), eq(passkeys.account_id, accountId)))
}

/** Ends the connection of an account with its person. Throws 409 for an account without a password. */
export async function disconnect(ctx: AuthContext & { audit: AuditOrigin }, actor: UserActor): Promise<void> {
  await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    const rows = tx.select().from(adminUsers).where(eq(adminUsers.id, actor.id))
    const [account] = await rows.for('update')
    if (!account || account.person_id === null) return
    if (account.password_hash === null)
      throw new AppError('conflict', 'Your company account is your only way in: choose a password first.')
    const [person] = await tx.select().from(users).where(eq(users.id, account.person_id))
    await tx
      .update(adminUsers)
      .set({
        person_id: null,
        connected_at: null,
        version: sql`${adminUsers.version} + 1`,
        updated_at: ctx.clock(),
      })
      .where(eq(adminUsers.id, actor.id))
    const changes = { subject: person?.subject ?? null }
    note({ action: 'user.unlink', entity: 'admin_users', entityId: actor.id, changes })
  })
}

/** What a `provider-ticket` holds. */
type WaitingTicket = {
  /** Hash of the browser's secret. */
  browser: string
  personId: number
  isAgain: boolean
  session: string | null
  idToken: string
}

type Taking = { ticket: string; browser: string | null; device: Device }

/** Exchanges a ticket for a session, once, in the browser that began. Throws 401 `unauthenticated`. */
export async function signInByTicket(ctx: AuthContext, { ticket, browser, device }: Taking): Promise<SignIn> {
  const use = { purpose: 'provider-ticket', secret: ticket, now: ctx.clock() } as const
  const found = await ctx.database.query(async (tx) => {
    const data = (await readTicket(tx, use)) as WaitingTicket | null
    const isOfBrowser = browser !== null && sha256(browser) === data?.browser
    if (data && !isOfBrowser) await takeTicket(tx, use)
    if (!data || !isOfBrowser) return null
    const [person] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, data.personId), eq(users.disabled, false)))
    return person ? { person, data } : null
  })
  if (!found) throw ticketExpired()
  const { person, data } = found
  const { session, idToken, isAgain } = data
  return beginSession(
    ctx,
    { person },
    {
      method: 'provider',
      device,
      provider: { session, idToken },
      isProof: isAgain,
      // Whoever ends the sessions of the person finds either the ticket or the session.
      async claim(tx) {
        if (!(await takeTicket(tx, use))) throw ticketExpired()
      },
    },
  )
}

const ticketExpired = () =>
  new AppError('unauthenticated', 'The sign-in has expired or was used already; begin again.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  })

/**
 * Ends the sessions that a logout token of the provider names, and the tickets that could begin one of them. Where it names a session,
 * those of its subject end too of which the provider named none: ID tokens of Casdoor name none.
 */
export async function endProviderSessions(ctx: ProviderSignInContext, logoutToken: string): Promise<number> {
  const { subject, providerSession } = await ctx.flow.verifyLogout(logoutToken).catch((error) => {
    if (error instanceof AppError) throw error
    const message = 'is not a valid logout token'
    throw invalid([{ path: 'logout_token', code: 'invalid', message }], reasonOfRefusal(error))
  })
  /** `person` and `session`: the id of a person, and the provider's id of a session. */
  function named(tx: Tx, person: SQLWrapper, session: SQLWrapper): SQL {
    if (subject === null) return eq(session, providerSession)
    const isTheirs = inArray(
      person,
      tx.select({ id: users.id }).from(users).where(eq(users.subject, subject)),
    )
    return providerSession === null
      ? isTheirs
      : and(isTheirs, or(eq(session, providerSession), isNull(session)))!
  }
  return ctx.database.transaction(async (tx) => {
    const { data } = signInTickets
    await dropTickets(
      tx,
      'provider-ticket',
      named(tx, sql`(${data}->>'personId')::int`, sql`${data}->>'session'`),
    )
    return endPersonSessions(tx, ctx.clock(), named(tx, sessions.person_id, sessions.provider_session))
  })
}
