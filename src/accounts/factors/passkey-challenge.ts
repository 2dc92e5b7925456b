// Challenges of passkeys: each is answered once, within five minutes, for the purpose and the account that it was made for.
import { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { invalid } from '../../text/errors.ts'
import type { SignInContext } from '../auth-context.ts'
import { createTicket, takeTicket } from '../tickets.ts'

export const CHALLENGE_MS = 5 * 60_000

/** `account` null: of any account, which is known by the passkey. */
type Challenge = { use: 'assertion' | 'registration'; account: number | null }

export const createChallenge = (tx: Tx, { clock }: SignInContext, challenge: Challenge): Promise<string> =>
  createTicket(tx, { purpose: 'passkey', data: challenge, now: clock(), lifetimeMs: CHALLENGE_MS })

const clientData = z.object({ challenge: z.string().min(1).max(200), origin: z.string() })

/**
 * Uses up the challenge in a `clientDataJSON` and returns it; null if it is none of this purpose and account. Throws 422, which no limit
 * counts, for a passkey that was asked at another address than the panel's: its owner can go to the right one.
 */
export async function takeChallenge(
  tx: Tx,
  { clock, secondFactor }: SignInContext,
  { clientDataJSON, use, account }: { clientDataJSON: string; use: Challenge['use']; account: number },
): Promise<string | null> {
  const { challenge, origin } = readClientData(clientDataJSON) ?? {}
  if (!challenge) return null
  if (origin !== secondFactor.origin) throw wrongOrigin(secondFactor.origin)
  const made = await takeTicket(tx, { purpose: 'passkey', secret: challenge, now: clock() })
  const isOurs = made?.use === use && (made.account === null || made.account === account)
  return isOurs ? challenge : null
}

function readClientData(clientDataJSON: string) {
  try {
    const json = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return clientData.safeParse(json).data ?? null
  } catch {
    return null
  }
}

const wrongOrigin = (origin: string) =>
  invalid([
    {
      path: 'passkey',
      code: 'wrong_origin',
      message: `was asked at another address; passkeys of this panel work only at ${origin}`,
    },
  ])

/** The account in a passkey (`user.id`): a passkey is stored once for each host and account. */
export const userHandleOf = (accountId: number) => Buffer.from(`account:${accountId}`).toString('base64url')
