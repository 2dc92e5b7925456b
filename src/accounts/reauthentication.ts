// Sensitive changes ask once more who is there: a session that was left open or stolen is not enough.
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { adminUsers } from '../platform/db/schema/auth.ts'
import { sha256 } from '../platform/sha256.ts'
import { AppError } from '../text/errors.ts'
import type { SignInContext } from './auth-context.ts'
import { assertion } from './factors/passkey-input.ts'
import { typedCode, verifyFactor } from './factors/use-factor.ts'
import { forbidden } from './permissions.ts'
import type { Session } from './sessions.ts'
import { takeTicket } from './tickets.ts'

/** Fields of the body of a sensitive change, one of which is needed. */
export const proofFields = {
  current_password: z.string().max(1_000).optional(),
  totp: typedCode.optional(),
  passkey: assertion.optional(),
  provider_ticket: z.string().max(200).optional(),
}

export type Proof = z.output<z.ZodObject<typeof proofFields>>

/**
 * Resolves with the proof that was verified. Throws 403 `reauthentication_required` without a proof, 422 `invalid_current_password` or `invalid_factor` for a wrong one,
 * and 429 like `login`, whose limits of the address and of the account it shares. `address` is from `clientKey`; `browser` is the
 * secret of the browser that signed in at the provider, or null.
 */
export async function assertReauthenticated(
  ctx: SignInContext,
  { account }: Pick<Session, 'account'>,
  proof: Proof & { address: string; browser: string | null },
): Promise<ProofName> {
  if (!account) throw forbidden('Your company account has no account of this site.')
  const { current_password: current, totp, passkey, provider_ticket: ticket } = proof
  const given = PROOFS.find((name) => proof[name] !== undefined)
  if (given === undefined)
    throw new AppError(
      'reauthentication_required',
      'Confirm this change with your current_password, a code of your authenticator app as totp, a passkey, or the provider_ticket of a new sign-in at your company.',
    )
  await ctx.limitAttempts({ email: account.email, address: proof.address }, async () => {
    const [found] = await ctx.database.query((tx) =>
      tx.select().from(adminUsers).where(eq(adminUsers.id, account.actor.id)),
    )
    if (given === 'current_password') {
      if (!(await ctx.passwords.verify(current!, found?.password_hash ?? null))) throw wrong(given)
      return
    }
    if (!found) throw wrong(given)
    if (given === 'provider_ticket') {
      if (!(await isOfPerson(ctx, { ticket: ticket!, browser: proof.browser, personId: found.person_id })))
        throw wrong(given)
      return
    }
    await verifyFactor(ctx, {
      account: found,
      proof: { totp, passkey },
      refuse: () => wrong(given),
      accept: async () => {},
    })
  })
  return given
}

/** The strongest comes first, where several are sent. */
const PROOFS = ['passkey', 'totp', 'current_password', 'provider_ticket'] as const

export type ProofName = (typeof PROOFS)[number]

type Confirmation = { ticket: string; browser: string | null; personId: number | null }

/** Uses up the ticket of a new sign-in at the provider. Resolves with whether it is of this person, in this browser. */
async function isOfPerson({ database, clock }: SignInContext, { ticket, browser, personId }: Confirmation) {
  const use = { purpose: 'provider-ticket', secret: ticket, now: clock() } as const
  const data = await database.query((tx) => takeTicket(tx, use))
  return (
    data !== null &&
    data.isAgain === true &&
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
