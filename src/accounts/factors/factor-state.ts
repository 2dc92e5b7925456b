// The second factors of an account, and the accounts that must have one.
import { and, eq, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '../../platform/db/database.ts'
import { adminUsers, recoveryCodes } from '../../platform/db/schema/auth.ts'
import { AppError } from '../../text/errors.ts'
import type { Role, UserActor } from '../actor.ts'
import type { SecondFactorSettings } from '../auth-context.ts'
import { endOtherSessions } from '../end-sessions.ts'
import { unauthenticated } from '../permissions.ts'
import { addToTicket } from '../tickets.ts'

/** `person_id`: of the person that the account is connected with. */
export type LockedFactors = Factors & { person_id: number | null }

export type Factors = { totp: boolean; passkeys: number; recovery_codes: number }

/** Whose factors are changed: a signed-in account, or with a ticket one that must set up a factor before it can sign in. */
export type FactorOwner = {
  account: { actor: UserActor; email: string }
  /** Of the person of the identity provider that the owner has proved to be, too. */
  personId: number | null
  ticket: string | null
}

/** The factors that work: a second one that is not confirmed yet is none. */
export async function readFactors(tx: Tx, accountId: number): Promise<Factors> {
  const [factors] = await rowsOf<Factors>(
    tx,
    sql`select
      exists (select from totp_factors where account_id = ${accountId} and secret is not null) as totp,
      (select count(*)::int from passkeys where account_id = ${accountId}) as passkeys,
      (select count(*)::int from recovery_codes where account_id = ${accountId}) as recovery_codes`,
  )
  return factors!
}

export const hasFactor = ({ totp, passkeys }: Factors) => totp || passkeys > 0

/** The methods that a sign-in can go on with. */
export const methodsOf = ({ totp, passkeys, recovery_codes: codes }: Factors) => [
  ...(totp ? ['totp'] : []),
  ...(passkeys > 0 ? ['passkey'] : []),
  ...(codes > 0 ? ['recovery_code'] : []),
]

export const requiresFactor = ({ required }: SecondFactorSettings, role: Role) =>
  required === 'all' || required === role

/**
 * Locks the account until the transaction ends, so that its factors change one after another, and reads them. Throws 401 if
 * the account changed meanwhile, or if it has a factor and the owner has only a ticket for the first one.
 */
export async function lockFactors(
  tx: Tx,
  { account: { actor }, ticket }: FactorOwner,
): Promise<LockedFactors> {
  const [account] = await tx
    .select({ person_id: adminUsers.person_id })
    .from(adminUsers)
    .where(
      and(
        eq(adminUsers.id, actor.id),
        eq(adminUsers.token_version, actor.tokenVersion),
        eq(adminUsers.disabled, false),
      ),
    )
    .for('no key update')
  const factors = await readFactors(tx, actor.id)
  if (!account || (ticket !== null && hasFactor(factors)))
    throw unauthenticated('The session has ended; sign in again.')
  return { ...factors, ...account }
}

type FactorChange = { person_id: number | null; now: Date }

/**
 * Ends the sessions of an account and of its person, which began without the factors that there are now or with one that is gone, but for
 * the one that makes the change.
 */
export const endSessionsBefore = (
  tx: Tx,
  { account: { actor } }: FactorOwner,
  { person_id, now }: FactorChange,
): Promise<void> => endOtherSessions(tx, now, { id: actor.id, person_id }, actor.session)

/** Makes the ticket of a set-up, if there is one, good for signing in. Throws 401 for one that has expired meanwhile. */
export async function finishSetup(
  tx: Tx,
  { ticket }: FactorOwner,
  { method, now }: { method: 'password+totp' | 'password+passkey'; now: Date },
) {
  if (ticket === null) return
  if (!(await addToTicket(tx, { purpose: 'factor-setup', secret: ticket, now }, { method })))
    throw unauthenticated('The set-up took too long; sign in again.')
}

/** Throws 409 if the account would be left without a factor that its role needs. */
export function assertRemovable(
  settings: SecondFactorSettings,
  { account: { actor } }: FactorOwner,
  left: Factors,
) {
  if (!hasFactor(left) && requiresFactor(settings, actor.role))
    throw new AppError(
      'conflict',
      'Your role needs a second factor; set up another one before you remove this one.',
    )
}

/** Recovery codes without a factor that they replace are worth nothing. */
export async function dropUnusedCodes(tx: Tx, accountId: number, left: Factors) {
  if (!hasFactor(left)) await tx.delete(recoveryCodes).where(eq(recoveryCodes.account_id, accountId))
}
