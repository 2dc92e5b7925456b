// Codes of an authenticator app (RFC 6238): six digits for 30 seconds each, and one step of drift. A code works once.
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import type { Tx } from '../../platform/db/database.ts'
import { totpFactors } from '../../platform/db/schema/auth.ts'
import { AppError } from '../../text/errors.ts'
import { foldText } from '../../text/fold-text.ts'
import { auditActor } from '../actor.ts'
import { auditedTransaction } from '../audit/append-audit-row.ts'
import type { SignInContext } from '../auth-context.ts'
import { open, seal, totpSeal } from '../sealed-text.ts'
import {
  assertRemovable,
  dropUnusedCodes,
  endSessionsBefore,
  type FactorOwner,
  finishSetup,
  lockFactors,
  readFactors,
} from './factor-state.ts'
import { createRecoveryCodes } from './recovery-codes.ts'

const PERIOD_SECONDS = 30
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20
const PENDING_MS = 15 * 60_000

/** Whether the account has an authenticator app, and how many recovery codes are left. */
export async function totpStatus({ database }: SignInContext, { account: { actor } }: FactorOwner) {
  return database.query(async (tx) => {
    const { totp, recovery_codes } = await readFactors(tx, actor.id)
    const [row] = await tx.select().from(totpFactors).where(eq(totpFactors.account_id, actor.id))
    return { enabled: totp, confirmed_at: row?.confirmed_at ?? null, recovery_codes_left: recovery_codes }
  })
}

/** Creates a secret, which replaces the one before, if any, once a code confirms it within 15 minutes. */
export async function beginTotp(ctx: SignInContext, owner: FactorOwner) {
  const { actor, email } = owner.account
  const secret = new Secret({ size: SECRET_BYTES }).base32
  const pending = {
    pending_secret: await seal(secret, ctx, totpSeal(actor.id)),
    pending_until: new Date(ctx.clock().getTime() + PENDING_MS),
  }
  await ctx.database.transaction(async (tx) => {
    await lockFactors(tx, owner)
    await tx
      .insert(totpFactors)
      .values({ account_id: actor.id, ...pending })
      .onConflictDoUpdate({ target: totpFactors.account_id, set: pending })
  })
  const otpauth_url = new TOTP({ issuer: ctx.secondFactor.siteName, label: email, secret }).toString()
  return { secret, otpauth_url, qr_svg: renderSVG(otpauth_url, { border: 4 }) }
}

/**
 * Confirms the secret with a first code, ends all other sessions and returns new recovery codes. Throws 409 without a secret that waits
 * for it, and 422 `invalid_factor`.
 */
export async function confirmTotp(ctx: SignInContext, owner: FactorOwner, code: string): Promise<string[]> {
  const { actor, email } = owner.account
  const now = ctx.clock()
  const codes = await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    const { person_id } = await lockFactors(tx, owner)
    const [row] = await tx.select().from(totpFactors).where(eq(totpFactors.account_id, actor.id))
    const { pending_secret: sealed = null, pending_until: until = null } = row ?? {}
    const secret = sealed && open(sealed, ctx, totpSeal(actor.id))
    if (!secret || !until || until <= now)
      throw new AppError('conflict', 'No authenticator app waits to be confirmed; begin the set-up again.')
    const step = matchingStep(secret, code, now)
    if (step === null) throw wrongCode()
    await tx
      .update(totpFactors)
      .set({
        // As it is by now: it may have been sealed with another key since it was read.
        secret: sql`${totpFactors.pending_secret}`,
        confirmed_at: now,
        last_step: step,
        pending_secret: null,
        pending_until: null,
      })
      .where(eq(totpFactors.account_id, actor.id))
    await finishSetup(tx, owner, { method: 'password+totp', now })
    await endSessionsBefore(tx, owner, { person_id, now })
    const changes = { authenticator_app: 'added' }
    note({ action: 'factor.add', entity: 'admin_users', entityId: actor.id, changes })
    const data = { name: actor.name, change: 'totp-added' } as const
    await ctx.mail?.add(tx, { kind: 'factors-changed', to: email, data })
    return createRecoveryCodes(tx, actor.id)
  })
  ctx.mail?.wake()
  return codes
}

/** Ends all other sessions, too. Throws 404, and 409 for the last factor of an account whose role needs one. */
export async function removeTotp(ctx: SignInContext, owner: FactorOwner): Promise<void> {
  const { actor, email } = owner.account
  await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    const factors = await lockFactors(tx, owner)
    if (!factors.totp) throw new AppError('not_found', 'There is no authenticator app.')
    const left = { ...factors, totp: false }
    assertRemovable(ctx.secondFactor, owner, left)
    await tx.delete(totpFactors).where(eq(totpFactors.account_id, actor.id))
    await dropUnusedCodes(tx, actor.id, left)
    await endSessionsBefore(tx, owner, { person_id: factors.person_id, now: ctx.clock() })
    const changes = { authenticator_app: 'removed' }
    note({ action: 'factor.remove', entity: 'admin_users', entityId: actor.id, changes })
    const data = { name: actor.name, change: 'totp-removed' } as const
    await ctx.mail?.add(tx, { kind: 'factors-changed', to: email, data })
  })
  ctx.mail?.wake()
}

/** When the authenticator app of the account was set up; null where there is none. */
export async function totpSince(tx: Tx, accountId: number): Promise<Date | null> {
  const rows = tx.select({ since: totpFactors.confirmed_at }).from(totpFactors)
  const [row] = await rows.where(eq(totpFactors.account_id, accountId))
  return row?.since ?? null
}

type Use = { accountId: number; code: string }

/**
 * Uses up a code: only one of several simultaneous calls gets it. Resolves with whether it was one. Throws 409, which no limit counts,
 * where the secret opens with no key, and for a right code after the clock was set back.
 */
export async function takeTotpCode(tx: Tx, ctx: SignInContext, { accountId, code }: Use): Promise<boolean> {
  const [row] = await tx.select().from(totpFactors).where(eq(totpFactors.account_id, accountId))
  if (!row?.secret) return false
  const secret = open(row.secret, ctx, totpSeal(accountId))
  if (secret === null) throw secretUnreadable()
  const now = ctx.clock()
  const step = matchingStep(secret, code, now)
  if (step === null) return false
  // Later than any code that could have been used by now.
  if (row.last_step > stepAt(now) + 1) throw clockSetBack(row.last_step, now)
  const taken = await tx
    .update(totpFactors)
    .set({ last_step: step })
    .where(
      and(
        eq(totpFactors.account_id, accountId),
        isNotNull(totpFactors.secret),
        lt(totpFactors.last_step, step),
      ),
    )
    .returning({ account: totpFactors.account_id })
  return taken.length > 0
}

/** The time step of a code that is valid now, or null. Digits of any keyboard, spaces and hyphens are accepted. */
export function matchingStep(secret: string, code: string, now: Date): number | null {
  const token = foldText(code).text.replace(/[\s\p{Dash}]/gu, '')
  const totp = new TOTP({ secret, period: PERIOD_SECONDS })
  const delta = /^\d{6}$/.test(token) ? totp.validate({ token, timestamp: now.getTime(), window: 1 }) : null
  return delta === null ? null : stepAt(now) + delta
}

export const stepAt = (now: Date) => Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS)

const unusable = (code: string, detail: string, headers = {}) =>
  new AppError('conflict', detail, { errors: [{ path: 'totp', code, message: detail }], headers })

const secretUnreadable = () =>
  unusable(
    'secret_unreadable',
    'The key of the service was changed, so it can check no code of this authenticator app. Use another way, or let an admin reset your second factor.',
  )

function clockSetBack(lastStep: number, now: Date) {
  // One step of drift.
  const until = new Date(lastStep * PERIOD_SECONDS * 1_000)
  const detail = `The code is right, but the clock of the service was set back after a code of a later time was used. Codes work again from ${until.toISOString()}. Use another way until then, or let an admin reset your second factor.`
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1_000)
  return unusable('clock_set_back', detail, { 'Retry-After': String(seconds) })
}

const wrongCode = () =>
  new AppError('invalid_factor', 'The code was not accepted; enter the one that the app shows now.', {
    errors: [{ path: 'code', code: 'invalid_factor', message: 'was not accepted' }],
  })
