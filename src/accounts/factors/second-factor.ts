// The second step of a sign-in with a password, and the set-up of a factor that must come before it.
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { adminUsers } from '../../platform/db/schema/auth.ts'
import { sha256 } from '../../platform/sha256.ts'
import { AppError } from '../../text/errors.ts'
import type { SignInContext } from '../auth-context.ts'
import { unauthenticated } from '../permissions.ts'
import { actorOf, beginSession, type Device, personByPassword, type SignIn } from '../sessions.ts'
import { createTicket, readTicket, takeTicket } from '../tickets.ts'
import { isWrongPassword } from '../wrong-password.ts'
import { type FactorOwner, hasFactor, methodsOf, readFactors, requiresFactor } from './factor-state.ts'
import type { Assertion } from './passkey-input.ts'
import { type FactorProof, verifyFactor } from './use-factor.ts'
import { assertionOptions, findOwner, takeAssertion } from './use-passkey.ts'

const TICKET_MS = 10 * 60_000

type Account = typeof adminUsers.$inferSelect

/** What a ticket is about; `method` once the factor is set up. */
const ticketData = z.object({
  account: z.int(),
  tokenVersion: z.int(),
  /** Hash of the browser's secret if the password was entered in the panel, else null. */
  browser: z.string().nullable(),
  method: z.enum(['password+totp', 'password+passkey']).optional(),
})

/**
 * A ticket from a client, and the secret of its browser; null from clients other than the panel. A sign-in begun in the panel continues in
 * the same browser only: otherwise a link with a stranger's ticket would sign its reader in to the stranger's account.
 */
export type TicketInHand = { ticket: string; browser: string | null }

/**
 * Throws 401 with a ticket after a right password: `second_factor_required` for an account with a factor,
 * `second_factor_setup_required` for one that must set up its first. `browser` is the secret that must come back with the ticket.
 */
export async function demandSecondFactor(
  ctx: SignInContext,
  account: Account,
  browser: string | null,
): Promise<void> {
  const factors = await ctx.database.query((tx) => readFactors(tx, account.id))
  const isSetUp = hasFactor(factors)
  if (!isSetUp && !requiresFactor(ctx.secondFactor, account.role)) return
  const ticket = await ctx.database.query((tx) =>
    createTicket(tx, {
      purpose: isSetUp ? 'second-factor' : 'factor-setup',
      data: {
        account: account.id,
        tokenVersion: account.token_version,
        browser: browser && sha256(browser),
      },
      now: ctx.clock(),
      lifetimeMs: TICKET_MS,
    }),
  )
  throw isSetUp
    ? new AppError('second_factor_required', 'Go on with your second factor and the ticket.', {
        headers: { 'WWW-Authenticate': 'Bearer' },
        members: { ticket, methods: methodsOf(factors) },
      })
    : setupRequired(ticket)
}

const setupRequired = (ticket: string) =>
  new AppError(
    'second_factor_setup_required',
    'Your role needs a second factor; set one up with the ticket.',
    {
      headers: { 'WWW-Authenticate': 'Bearer' },
      members: { ticket, methods: ['totp', 'passkey'] },
    },
  )

type SecondStep = TicketInHand & { proof: FactorProof; device: Device }

const METHODS = {
  totp: 'password+totp',
  passkey: 'password+passkey',
  recovery: 'password+recovery',
} as const

/**
 * Begins the session that a ticket of `second_factor_required` waits for. A wrong factor counts like a wrong password, and
 * the ticket stays valid; the owner is told of it. Throws 401, 422 and 429.
 */
export async function verifySecondFactor(
  ctx: SignInContext,
  { proof, device, ...inHand }: SecondStep,
): Promise<SignIn> {
  const { account, use } = await readInHand(ctx, 'second-factor', inHand)
  const { email, name } = account
  const attempt = { email, address: device.address }
  const signIn = ctx.limitAttempts(attempt, async () => {
    const method = await verifyFactor(ctx, {
      account,
      proof,
      use: 'sign-in',
      refuse: () => refused('The second factor was not accepted.'),
      async accept(tx, factor) {
        if (!(await takeTicket(tx, use))) throw expired()
        const data = { name, change: 'recovery-code' } as const
        if (factor === 'recovery') await ctx.mail?.add(tx, { kind: 'factors-changed', to: email, data })
        return METHODS[factor]
      },
    })
    const actingPerson = personByPassword(account)
    return beginSession(ctx, { account }, { method, device, actingPerson })
  })
  return signIn.catch(async (error: unknown) => {
    if (isWrongPassword(error)) await ctx.tellOfWrongFactor(account, device)
    throw error
  })
}

const refused = (detail: string) =>
  new AppError('invalid_credentials', detail, { headers: { 'WWW-Authenticate': 'Bearer' } })

/**
 * The options for an answer of a passkey: with a ticket of `second_factor_required` for the passkeys of its account. Throws
 * 401 for another ticket.
 */
export async function passkeySignInOptions(ctx: SignInContext, inHand: TicketInHand | null) {
  const found = inHand && (await readInHand(ctx, 'second-factor', inHand))
  return ctx.database.query((tx) => assertionOptions(tx, ctx, found?.account.id ?? null))
}

/** Begins a session with a passkey in place of the password. A wrong one counts like a wrong password: 401, 429. */
export async function signInWithPasskey(
  ctx: SignInContext,
  { passkey, device }: { passkey: Assertion; device: Device },
): Promise<SignIn> {
  const { account, personId: actingPerson } = await ctx.database.query((tx) => findOwner(tx, passkey.id))
  // Unknown passkeys share one account of the limits, which nobody has.
  const attempt = { email: account?.email ?? '', address: device.address }
  return ctx.limitAttempts(attempt, async () => {
    const isRight =
      account !== null &&
      !account.disabled &&
      (await ctx.database.transaction((tx) => takeAssertion(tx, ctx, { accountId: account.id, passkey })))
    if (!isRight) throw refused('The passkey was not accepted.')
    return beginSession(ctx, { account }, { method: 'passkey', device, actingPerson })
  })
}

/** Begins the session of a ticket of `second_factor_setup_required`, once a factor is set up with it. Throws 401. */
export async function completeFactorSetup(
  ctx: SignInContext,
  inHand: TicketInHand,
  device: Device,
): Promise<SignIn> {
  const { account, method, use } = await readInHand(ctx, 'factor-setup', inHand)
  if (!method) throw setupRequired(inHand.ticket)
  if (!(await ctx.database.query((tx) => takeTicket(tx, use)))) throw expired()
  return beginSession(ctx, { account }, { method, device, actingPerson: personByPassword(account) })
}

/** The account that a ticket of `second_factor_setup_required` is good for. Throws 401. */
export async function factorOwnerOfTicket(ctx: SignInContext, inHand: TicketInHand): Promise<FactorOwner> {
  const { account: found, method } = await readInHand(ctx, 'factor-setup', inHand)
  // A colleague of the same password, or a thief of it, may have been faster: what they set up is not changed.
  if (method || hasFactor(await ctx.database.query((tx) => readFactors(tx, found.id)))) throw expired()
  const account = { actor: actorOf(ctx, found, null), email: found.email }
  return { account, personId: personByPassword(found), ticket: inHand.ticket }
}

async function readInHand(
  ctx: SignInContext,
  purpose: 'second-factor' | 'factor-setup',
  { ticket: secret, browser }: TicketInHand,
) {
  const use = { purpose, secret, now: ctx.clock() }
  const found = await ctx.database.query((tx) => findTicket(tx, use, browser))
  if (!found) throw expired()
  return { ...found, use }
}

// Of an account that was not changed since.
async function findTicket(tx: Tx, use: Parameters<typeof readTicket>[1], browser: string | null) {
  const data = ticketData.safeParse(await readTicket(tx, use)).data
  if (!data || data.browser !== (browser === null ? null : sha256(browser))) return null
  const [account] = await tx
    .select()
    .from(adminUsers)
    .where(
      and(
        eq(adminUsers.id, data.account),
        eq(adminUsers.token_version, data.tokenVersion),
        eq(adminUsers.disabled, false),
      ),
    )
  return account ? { account, method: data.method } : null
}

const expired = () =>
  unauthenticated(
    'The sign-in took too long, was finished already or began in another browser; begin again with your password.',
  )
