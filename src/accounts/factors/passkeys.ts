// The passkeys of an account (WebAuthn). They are kept by the device and asked for with its PIN, fingerprint or face, so that
// one is a second factor or takes the place of the password.
import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { lockUntilCommit } from '../../platform/db/database.ts'
import { passkeys } from '../../platform/db/schema/auth.ts'
import { AppError } from '../../text/errors.ts'
import { WELL_FORMED } from '../../text/text-fields.ts'
import { auditActor } from '../actor.ts'
import { auditedTransaction } from '../audit/append-audit-row.ts'
import type { SignInContext } from '../auth-context.ts'
import { keepAdmin } from '../last-admin.ts'
import {
  assertRemovable,
  dropUnusedCodes,
  endSessionsBefore,
  type FactorOwner,
  finishSetup,
  hasFactor,
  lockFactors,
} from './factor-state.ts'
import { CHALLENGE_MS, createChallenge, takeChallenge, userHandleOf } from './passkey-challenge.ts'
import type { Registration } from './passkey-input.ts'
import { createRecoveryCodes } from './recovery-codes.ts'

const MAX_PASSKEYS = 20

/** ES256, Ed25519 and RS256 (COSE), which all authenticators have one of. */
const ALGORITHMS = [-7, -8, -257]

export const passkeyName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]*$/u, 'contains a control character')
  .refine(...WELL_FORMED)

const present = ({ id, name, is_synced, created_at, last_used_at }: typeof passkeys.$inferSelect) => ({
  id,
  name,
  is_synced,
  created_at,
  last_used_at,
})

/** The oldest first. */
export async function listPasskeys({ database }: SignInContext, { account: { actor } }: FactorOwner) {
  const rows = await database.query((tx) =>
    tx.select().from(passkeys).where(eq(passkeys.account_id, actor.id)).orderBy(asc(passkeys.id)),
  )
  return rows.map(present)
}

/** The options for `navigator.credentials.create`, as JSON. Throws 409 for an account with 20 passkeys. */
export async function passkeyOptions(ctx: SignInContext, owner: FactorOwner) {
  const { actor, email } = owner.account
  const { siteName } = ctx.secondFactor
  return ctx.database.transaction(async (tx) => {
    await lockFactors(tx, owner)
    const known = await tx.select().from(passkeys).where(eq(passkeys.account_id, actor.id))
    if (known.length >= MAX_PASSKEYS)
      throw new AppError('conflict', `An account has at most ${MAX_PASSKEYS} passkeys; remove one first.`)
    return {
      challenge: await createChallenge(tx, ctx, { use: 'registration', account: actor.id }),
      rp: { id: siteName, name: siteName },
      user: { id: userHandleOf(actor.id), name: email, displayName: actor.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
      timeout: CHALLENGE_MS,
      excludeCredentials: known.map(({ credential_id: id, transports }) => ({
        id,
        type: 'public-key' as const,
        transports,
      })),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true,
        userVerification: 'required' as const,
      },
      attestation: 'none' as const,
    }
  })
}

type Addition = { name: string; passkey: Registration }

/**
 * Adds a passkey; the first factor of an account gives recovery codes, too, and ends all other sessions. Throws 409 for a passkey that
 * is known, and 422 `invalid_factor` for an answer that is not to `passkeyOptions`, or not from the panel's address.
 */
export async function addPasskey(ctx: SignInContext, owner: FactorOwner, { name, passkey }: Addition) {
  const { actor, email } = owner.account
  const now = ctx.clock()
  const added = await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    const factors = await lockFactors(tx, owner)
    const { clientDataJSON } = passkey.response
    const challenge = await takeChallenge(tx, ctx, { clientDataJSON, use: 'registration', account: actor.id })
    const verified = challenge && (await verify(ctx, passkey, challenge))
    if (!verified) throw refused()
    if (factors.passkeys >= MAX_PASSKEYS) throw refused()
    const { credential, credentialBackedUp } = verified
    const [row] = await tx
      .insert(passkeys)
      .values({
        account_id: actor.id,
        person_id: owner.personId,
        name,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: passkey.response.transports ?? [],
        is_synced: credentialBackedUp,
        created_at: now,
      })
      .onConflictDoNothing()
      .returning()
    if (!row) throw new AppError('conflict', 'This passkey is known already.')
    await finishSetup(tx, owner, { method: 'password+passkey', now })
    if (!hasFactor(factors)) await endSessionsBefore(tx, owner, { person_id: factors.person_id, now })
    const changes = { passkey: 'added', name }
    note({ action: 'factor.add', entity: 'admin_users', entityId: actor.id, changes })
    const data = { name: actor.name, change: 'passkey-added' } as const
    await ctx.mail?.add(tx, { kind: 'factors-changed', to: email, data })
    const recovery_codes = factors.recovery_codes === 0 ? await createRecoveryCodes(tx, actor.id) : null
    return { ...present(row), ...(recovery_codes && { recovery_codes }) }
  })
  ctx.mail?.wake()
  return added
}

/**
 * Ends all other sessions, too. Throws 404, and 409 for the last factor of an account whose role needs one, or the last way in of the
 * last admin.
 */
export async function removePasskey(ctx: SignInContext, owner: FactorOwner, id: number): Promise<void> {
  const { actor, email } = owner.account
  await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    await lockUntilCommit(tx, 'admin_users')
    const factors = await lockFactors(tx, owner)
    const remove = () =>
      tx
        .delete(passkeys)
        .where(and(eq(passkeys.id, id), eq(passkeys.account_id, actor.id)))
        .returning()
    const [removed] = Number.isInteger(id) ? await keepAdmin(tx, ctx, remove) : []
    if (!removed) throw new AppError('not_found', 'Passkey not found.')
    const left = { ...factors, passkeys: factors.passkeys - 1 }
    assertRemovable(ctx.secondFactor, owner, left)
    await dropUnusedCodes(tx, actor.id, left)
    await endSessionsBefore(tx, owner, { person_id: factors.person_id, now: ctx.clock() })
    const changes = { passkey: 'removed', name: removed.name }
    note({ action: 'factor.remove', entity: 'admin_users', entityId: actor.id, changes })
    const data = { name: actor.name, change: 'passkey-removed' } as const
    await ctx.mail?.add(tx, { kind: 'factors-changed', to: email, data })
  })
  ctx.mail?.wake()
}

async function verify({ secondFactor }: SignInContext, passkey: Registration, challenge: string) {
  // Loaded by the first passkey: it takes a while.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} } as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: secondFactor.origin,
      expectedRPID: secondFactor.siteName,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo ?? null
  } catch {
    return null
  }
}

const refused = () =>
  new AppError('invalid_factor', 'The passkey was not accepted; begin again.', {
    errors: [{ path: 'passkey', code: 'invalid_factor', message: 'was not accepted' }],
  })
