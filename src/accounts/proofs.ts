// The proof of identity that was last given in a session, and how long it counts. It is verified in reauthentication.ts.
import { and, eq, gt, or } from 'drizzle-orm'
import type { Tx } from '../platform/db/database.ts'
import { type PROOFS, sessions } from '../platform/db/schema/auth.ts'
import { AppError } from '../text/errors.ts'
import type { Actor } from './actor.ts'
import type { AuditEntry } from './audit/append-audit-row.ts'
import type { AccountContext } from './auth-context.ts'

/** How long a proof is good for in its session, so that nobody is asked twice in a row. */
const LIFETIME_MS = 5 * 60_000

export type ProofName = (typeof PROOFS)[number]

/** A proof that counts: when it was given, and of what. */
export type Proven = { at: Date; by: ProofName; passkey: string | null }

const PROOFS_IN_WORDS =
  'your current_password, a code of your authenticator app as totp, a passkey, or the provider_ticket of a new sign-in at your company'

const proofRequired = (sentence: string) =>
  new AppError('reauthentication_required', `${sentence} at POST /api/auth/reauthenticate.`)

/**
 * The proof of the last five minutes in a session. Call it within the transaction of the change, as the last check, so that nobody is
 * asked for a change that fails anyway. Throws 403 `reauthentication_required`.
 */
export async function assertProved(
  tx: Tx,
  { clock }: Pick<AccountContext, 'clock'>,
  session: string | null,
): Promise<Proven> {
  const since = new Date(clock().getTime() - LIFETIME_MS)
  const [found] =
    session === null
      ? []
      : await tx
          .select({ at: sessions.proved_at, by: sessions.proved_with, passkey: sessions.proved_passkey })
          .from(sessions)
          .where(and(eq(sessions.id, session), gt(sessions.proved_at, since)))
  if (!found)
    throw proofRequired(`Confirm this change with ${PROOFS_IN_WORDS}: with the change, or before it`)
  return found as Proven
}

/** The audit entry of a proof that was accepted in a session. */
export const confirmation = (session: string, by: ProofName): AuditEntry => ({
  action: 'reauthenticate',
  entity: 'sessions',
  entityId: session,
  changes: { with: by },
})

export const provedUntil = ({ at }: Proven) => new Date(at.getTime() + LIFETIME_MS)

/** The same for the session of an actor; the service itself, such as its command line, needs no proof. */
export async function assertActorProved(tx: Tx, ctx: Pick<AccountContext, 'clock'>, actor: Actor) {
  if (actor.kind === 'user') await assertProved(tx, ctx, actor.session)
}

/**
 * For taking away many persons' data at once: the actor has signed in, or given a proof, in the last five minutes. An API token has its
 * scope for that. Throws 403 `reauthentication_required`.
 */
export async function assertThere(tx: Tx, { clock }: Pick<AccountContext, 'clock'>, actor: Actor) {
  if (actor.kind !== 'user' || actor.session === null) return
  const since = new Date(clock().getTime() - LIFETIME_MS)
  const isThere = or(gt(sessions.created_at, since), gt(sessions.proved_at, since))
  if ((await tx.$count(sessions, and(eq(sessions.id, actor.session), isThere))) === 0)
    throw proofRequired(`Confirm that it is you with ${PROOFS_IN_WORDS}, before this export,`)
}
