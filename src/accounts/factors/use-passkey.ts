// Verifies the answer of a passkey, and its options.
import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { adminUsers, passkeys } from '../../platform/db/schema/auth.ts'
import type { SignInContext } from '../auth-context.ts'
import { CHALLENGE_MS, createChallenge, takeChallenge, userHandleOf } from './passkey-challenge.ts'
import type { Assertion } from './passkey-input.ts'

/** The options for `navigator.credentials.get`, as JSON: for the passkeys of one account or, with null, of any. */
export async function assertionOptions(tx: Tx, ctx: SignInContext, account: number | null) {
  const known =
    account === null ? [] : await tx.select().from(passkeys).where(eq(passkeys.account_id, account))
  return {
    challenge: await createChallenge(tx, ctx, { use: 'assertion', account }),
    rpId: ctx.secondFactor.siteName,
    timeout: CHALLENGE_MS,
    userVerification: 'required' as const,
    allowCredentials: known.map(({ credential_id: id, transports }) => ({
      id,
      type: 'public-key' as const,
      transports,
    })),
  }
}

/** The account of a passkey with this id, and the person that it acts for; null where there is none. */
export async function findOwner(tx: Tx, credentialId: string) {
  const [found] = await tx
    .select({ account: adminUsers, personId: passkeys.person_id })
    .from(passkeys)
    .innerJoin(adminUsers, eq(adminUsers.id, passkeys.account_id))
    .where(eq(passkeys.credential_id, credentialId))
  return found ?? { account: null, personId: null }
}

/**
 * Uses up the challenge of an answer. Resolves with whether the passkey is of the account and signed it on this host, after
 * its user was recognized, with a counter beyond the last one.
 */
export async function takeAssertion(
  tx: Tx,
  ctx: SignInContext,
  { accountId, passkey }: { accountId: number; passkey: Assertion },
): Promise<boolean> {
  const [known] = await tx
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credential_id, passkey.id), eq(passkeys.account_id, accountId)))
  const { clientDataJSON, userHandle } = passkey.response
  if (!known || (userHandle && userHandle !== userHandleOf(accountId))) return false
  const challenge = await takeChallenge(tx, ctx, { clientDataJSON, use: 'assertion', account: accountId })
  const used = challenge && (await verify(ctx, { passkey, known, challenge }))
  if (!used) return false
  // Two answers with the same counter at once: one of them is of a copy.
  const updated = await tx
    .update(passkeys)
    .set({ counter: used.newCounter, is_synced: used.credentialBackedUp, last_used_at: ctx.clock() })
    .where(
      and(
        eq(passkeys.id, known.id),
        or(gt(sql`${used.newCounter}`, passkeys.counter), sql`${used.newCounter} = 0`),
      ),
    )
    .returning({ id: passkeys.id })
  return updated.length > 0
}

type Verification = { passkey: Assertion; known: typeof passkeys.$inferSelect; challenge: string }

async function verify({ secondFactor }: SignInContext, { passkey, known, challenge }: Verification) {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...passkey,
        response: { ...passkey.response, userHandle: passkey.response.userHandle ?? undefined },
        clientExtensionResults: {},
      } as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: secondFactor.origin,
      expectedRPID: secondFactor.siteName,
      credential: {
        id: known.credential_id,
        publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
        counter: known.counter,
      },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo : null
  } catch {
    return null
  }
}
