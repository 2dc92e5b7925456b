// Sensitive changes ask once more who is there: a session that was left open or stolen is not enough.
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { adminUsers, PROOFS, sessions } from '../platform/db/schema/auth.ts'
import { sha256 } from '../platform/sha256.ts'
import { AppError } from '../text/errors.ts'
import { auditActor } from './actor.ts'
import { auditedTransaction } from './audit/append-audit-row.ts'
import type { SignInContext } from './auth-context.ts'
import { assertion } from './factors/passkey-input.ts'
import { typedCode, verifyFactor } from './factors/use-factor.ts'
import { confirmation, type ProofName } from './proofs.ts'
import { personAsActor, type Session } from './sessions.ts'
import { takeTicket } from './tickets.ts'

/** Fields of the body of a sensitive change, one of which proves who is there. */
export const proofFields = {
  current_password: z.string().max(1_000).optional(),
  totp: typedCode.optional(),
  passkey: assertion.optional(),
  provider_ticket: z.string().max(200).optional(),
}

/** The body of a request that has nothing but a proof, or none. */
export const proofBody = z.strictObject(proofFields)

export type Proof = z.output<typeof proofBody>

/** Who gives the proof, and the id of the session that it counts in. */
export type Prover = Pick<Session, 'account' | 'person'> & { session: string }

export const proverOf = ({ id: session, account, person }: Session): Prover => ({ session, account, person })

type Given = Proof & {
  /** From `clientKey`. */
  address: string
  /** The secret of the browser that signed in at the provider. */
  browser: string | null
}

/**
 * Verifies the proof, if there is one, which then counts in its session for five minutes and has its audit row. Throws 422
 * `invalid_current_password` or `invalid_factor` for a wrong one, and 429 after five of them in the session within 15 minutes. A wrong
 * one counts as a failed sign-in, too, but no failed sign-in counts here.
 */
export async function prove(
  ctx: SignInContext,
  prover: Prover,
  { address, browser, ...proof }: Given,
): Promise<void> {
  const given = PROOFS.find((name) => proof[name] !== undefined)
  if (given === undefined) return
  const { session, account, person } = prover
  if (account)
    await ctx.limitProofs({ session, email: account.email, address }, () =>
      verifyOfAccount(ctx, account.actor.id, { given, proof, browser }),
    )
  // Who has no account has nothing that could be guessed.
  else if (!(await isOfPerson(ctx, { ticket: proof.provider_ticket, browser, personId: person!.id })))
    throw wrong(given)
  const proved = {
    proved_at: ctx.clock(),
    proved_with: given,
    proved_passkey: given === 'passkey' ? proof.passkey!.id : null,
  }
  const actor = account ? auditActor(account.actor) : personAsActor(person!)
  await auditedTransaction(ctx, actor, async (tx, note) => {
    await tx.update(sessions).set(proved).where(eq(sessions.id, session))
    note(confirmation(session, given))
  })
}

type Verification = { given: ProofName; proof: Proof; browser: string | null }

async function verifyOfAccount(ctx: SignInContext, id: number, { given, proof, browser }: Verification) {
  const { current_password: current, totp, passkey, provider_ticket: ticket } = proof
  const [found] = await ctx.database.query((tx) => tx.select().from(adminUsers).where(eq(adminUsers.id, id)))
  if (given === 'current_password') {
    const known = found?.password_hash ?? null
    if (!(await ctx.passwords.verify(current!, known, { isSignedIn: true }))) throw wrong(given)
    return
  }
  if (!found) throw wrong(given)
  if (given === 'provider_ticket') {
    if (!(await isOfPerson(ctx, { ticket, browser, personId: found.person_id }))) throw wrong(given)
    return
  }
  await verifyFactor(ctx, {
    account: found,
    proof: { totp, passkey },
    use: 'confirmation',
    refuse: () => wrong(given),
    accept: async () => {},
  })
}

type Confirmation = { ticket: string | undefined; browser: string | null; personId: number | null }

/** Uses up the ticket of a new sign-in at the provider. Resolves with whether it is of this person, in this browser. */
async function isOfPerson({ database, clock }: SignInContext, { ticket, browser, personId }: Confirmation) {
  if (ticket === undefined) return false
  const use = { purpose: 'provider-ticket', secret: ticket, now: clock() } as const
  const data = await database.query((tx) => takeTicket(tx, use))
  return (
    data !== null &&
    data.isProof === true &&
    browser !== null &&
    data.browser === sha256(browser) &&
    data.personId === personId
  )
}

const wrong = (path: keyof Proof) =>
  path === 'current_password'
    ? new AppError('invalid_current_password', 'The current password is incorrect.', {
        errors: [{ path, code: 'invalid_current_password', message: 'is incorrect' }],
      })
    : new AppError('invalid_factor', REFUSALS[path], {
        errors: [{ path, code: 'invalid_factor', message: 'was not accepted' }],
      })

const REFUSALS = {
  totp: 'The code was not accepted; enter the one that the app shows now.',
  passkey: 'The passkey was not accepted.',
  provider_ticket:
    'The sign-in at your company was not accepted: it is too old, used already, or of another account. Sign in there again.',
}
