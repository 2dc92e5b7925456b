// Signs in by browser who the identity provider has confirmed: the way there and back, and the session afterwards.
import { and, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AuditOrigin } from '../../accounts/audit/append-audit-row.ts'
import type { AuthContext } from '../../accounts/auth-context.ts'
import { endSessions } from '../../accounts/end-sessions.ts'
import type {
  AuthorizationCodeFlow,
  ConfirmedSignIn,
  PendingSignIn,
} from '../../accounts/oidc/authorization-code.ts'
import { ProviderSignInError } from '../../accounts/oidc/provider-problem.ts'
import { reasonOfRefusal } from '../../accounts/oidc/verify-identity.ts'
import { beginSession, type Device, type SignIn } from '../../accounts/sessions.ts'
import { createSecret, createTicket, dropTickets, readTicket, takeTicket } from '../../accounts/tickets.ts'
import type { IdentityConfig } from '../../platform/config/config.ts'
import type { Tx } from '../../platform/db/database.ts'
import { adminUsers, sessions, signInTickets } from '../../platform/db/schema/auth.ts'
import { users } from '../../platform/db/schema/procurement.ts'
import { sha256 } from '../../platform/sha256.ts'
import { AppError, invalid } from '../../text/errors.ts'
import type { ConnectionTicket } from './connect-account.ts'
import { isConfiguredAdmin, mirrorPerson } from './identify-person.ts'
import { dayOf, readRights } from './person.ts'
import { sealSignOutHint } from './sign-out-person.ts'

export type ProviderSignInContext = AuthContext & {
  audit: AuditOrigin
  flow: AuthorizationCodeFlow
  admins: IdentityConfig['admins']
}

/** Why somebody whom the provider confirmed does not get in. */
export type Refusal = 'not_assigned' | 'disabled' | 'expired' | 'not_confirmed' | 'failed'

const STATE_MS = 10 * 60_000
const TICKET_MS = 60_000
/** Of a ticket that may confirm a change, about which its owner still decides. */
const PROOF_MS = 5 * 60_000

/** A `proof` or a `connection` begins in a session; the provider is asked to authenticate again. */
type Purpose = 'sign-in' | 'proof' | 'connection'

type Beginning = {
  purpose: Purpose
  returnTo: string
  /** The account that is to be connected. */
  accountId?: number
}

type Pending = PendingSignIn & Beginning & { browser: string }

/**
 * Returns the address at the provider, and the secret that the browser keeps in a cookie: a new one each time, as one that the browser
 * brings could be known to somebody else.
 */
export async function beginProviderSignIn(ctx: ProviderSignInContext, beginning: Beginning) {
  const [browser, state, now] = [createSecret(), createSecret(), ctx.clock()]
  const isAgain = beginning.purpose !== 'sign-in'
  const { url, pending } = await ctx.flow.begin({ state, isAgain, now })
  const data: Pending = { ...pending, ...beginning, browser: sha256(browser) }
  await ctx.database.query((tx) =>
    createTicket(tx, { purpose: 'provider-state', data, now, lifetimeMs: STATE_MS, secret: state }),
  )
  return { url, browser }
}

/** A ticket of a connection is for `connectAccount`, any other for `signInByTicket` or a proof. */
export type Finished = { purpose: Purpose; returnTo: string } & (
  | { outcome: 'confirmed'; ticket: string }
  | { outcome: 'refused'; problem: Refusal; subject?: string; reason?: string }
  | { outcome: 'failed'; error: ProviderSignInError }
)

type Callback = { query: string; state: string; browser: string | null }

/** Takes the browser back from the provider. A state works once, in the browser that began. */
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
  const { purpose, returnTo } = pending ?? { purpose: 'sign-in' as const, returnTo: '/admin' }
  if (!pending || browser === null || sha256(browser) !== pending.browser)
    return { purpose, returnTo, outcome: 'refused', problem: 'expired' }
  const confirmed = await ctx.flow.finish(query, state, pending).catch((error) => {
    if (error instanceof ProviderSignInError) return error
    throw error
  })
  if (confirmed instanceof ProviderSignInError)
    return { purpose, returnTo, outcome: 'failed', error: confirmed }
  const person = await mirrorPerson(ctx, confirmed.identity)
  const refusal = await whyNot(ctx, { confirmed, person, purpose })
  if (refusal)
    return { purpose, returnTo, outcome: 'refused', subject: confirmed.identity.subject, ...refusal }
  const { providerSession: session, signOutHint } = confirmed
  const waiting = { browser: pending.browser, personId: person.id, session }
  const kept =
    purpose === 'connection'
      ? {
          purpose: 'provider-connection' as const,
          data: { ...waiting, accountId: pending.accountId! } satisfies ConnectionTicket,
        }
      : {
          purpose: 'provider-ticket' as const,
          data: {
            ...waiting,
            signOutHint: await sealSignOutHint(ctx, person.id, signOutHint),
            isProof: purpose === 'proof',
          } satisfies WaitingTicket,
        }
  const lifetimeMs = purpose === 'sign-in' ? TICKET_MS : PROOF_MS
  const ticket = await ctx.database.query((tx) => createTicket(tx, { ...kept, now, lifetimeMs }))
  return { purpose, returnTo, outcome: 'confirmed', ticket }
}

type Arrival = {
  confirmed: ConfirmedSignIn
  person: Pick<typeof users.$inferSelect, 'id' | 'disabled'>
  purpose: Purpose
}

async function whyNot(
  ctx: ProviderSignInContext,
  { confirmed, person, purpose }: Arrival,
): Promise<{ problem: Refusal; reason?: string } | null> {
  if (person.disabled) return { problem: 'disabled' }
  const { isFresh } = confirmed
  if (purpose !== 'sign-in' && isFresh === false) {
    const problem = purpose === 'proof' ? 'not_confirmed' : 'failed'
    return { problem, reason: 'auth_time of the ID token is before the start, or missing' }
  }
  // With a provider that never tells, an account can be connected all the same: it proves itself in another way.
  if (purpose === 'connection') return null
  if (purpose === 'proof' && !isFresh)
    return { problem: 'not_confirmed', reason: 'the provider writes no auth_time into ID tokens' }
  return (await mayEnter(ctx, confirmed, person.id)) ? null : { problem: 'not_assigned' }
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

/** What a `provider-ticket` holds. */
type WaitingTicket = {
  /** Hash of the browser's secret. */
  browser: string
  personId: number
  /** Whether it may confirm a change. */
  isProof: boolean
  session: string | null
  /** Sealed. */
  signOutHint: string
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
  const { session, signOutHint, isProof } = data
  return beginSession(
    ctx,
    { person },
    {
      method: 'provider',
      device,
      provider: { session, signOutHint },
      isProof,
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
    const waiting = named(tx, sql`(${data}->>'personId')::int`, sql`${data}->>'session'`)
    await dropTickets(tx, 'provider-ticket', waiting)
    await dropTickets(tx, 'provider-connection', waiting)
    return endSessions(tx, ctx.clock(), named(tx, sessions.person_id, sessions.provider_session))
  })
}
