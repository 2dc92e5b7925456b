// Seals stored secrets again with the present key, before the former one is forgotten.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { sessions, totpFactors } from '../platform/db/schema/auth.ts'
import { AppError } from '../text/errors.ts'
import { formerSince, type KeyContext, presentKey } from './former-keys.ts'
import { open, openWith, sealWith, signOutHintSeal, totpSeal } from './sealed-text.ts'

const ofAccount = { id: totpFactors.account_id, owner: totpFactors.account_id, sealOf: totpSeal }
const TOTP_SECRETS = { ...ofAccount, text: totpFactors.secret } as const
const COLUMNS = [
  // The first code moves it into the next column: read before that, it is not missed.
  { ...ofAccount, text: totpFactors.pending_secret },
  TOTP_SECRETS,
  { id: sessions.id, owner: sessions.person_id, sealOf: signOutHintSeal, text: sessions.sign_out_hint },
] as const

const readSealed = ({ database }: KeyContext, { id, owner, text, sealOf }: (typeof COLUMNS)[number]) =>
  database.query(async (tx) => {
    const rows = await tx.select({ id, owner, sealed: text }).from(text.table).where(isNotNull(text))
    return rows.map((row) => ({ id: row.id, sealed: row.sealed!, of: sealOf(row.owner!) }))
  })

/** Seals with the key of `ctx` each text that the previous one alone opens. Resolves with their number. Throws 503. */
async function resealAll(ctx: KeyContext): Promise<number> {
  let count = 0
  for (const column of COLUMNS) {
    const { text } = column
    for (const { id, sealed, of } of await readSealed(ctx, column)) {
      if (openWith(sealed, ctx.tokenKey, of) !== null) continue
      const opened = open(sealed, ctx, of)
      if (opened === null) continue
      count += 1
      const resealed = sealWith(opened, ctx.tokenKey, of)
      // Not one that has changed meanwhile.
      const isSame = and(eq(column.id, id), eq(text, sealed))
      await ctx.database.query((tx) =>
        tx.execute(sql`update ${text.table} set ${sql.identifier(text.name)} = ${resealed} where ${isSame}`),
      )
    }
  }
  return count
}

/** A clean-up task. A replica whose own key is the former one seals nothing. */
export const resealTask = (ctx: KeyContext) => async () => {
  if (ctx.previousTokenKey && (await presentKey(ctx)) === ctx.tokenKey) await resealAll(ctx)
}

/**
 * Leaves no text that the previous key alone opens. Resolves with the number of those that it sealed again. Throws 409 while a replica
 * needs that key, and 503.
 */
export async function resealBeforeForgetting(ctx: KeyContext): Promise<number> {
  const { database, previousTokenKey: previous } = ctx
  if (!previous) return 0
  if (!(await formerSince(database, previous)))
    throw stillNeeded('the replica that started last does not have it as JWT_SECRET_PREVIOUS')
  const count = await resealAll(ctx)
  if ((await resealAll(ctx)) > 0) throw stillNeeded('a replica goes on encrypting with it')
  return count
}

const stillNeeded = (reason: string) =>
  new AppError(
    'conflict',
    `The former key is still needed: ${reason}. Start every replica with the new key as JWT_SECRET and the former one as JWT_SECRET_PREVIOUS, then try again.`,
  )

/** The number of authenticator apps whose secrets open with neither key, so that their codes are refused. Throws 503. */
export async function countUnreadable(ctx: KeyContext): Promise<number> {
  const rows = await readSealed(ctx, TOTP_SECRETS)
  return rows.filter(({ sealed, of }) => open(sealed, ctx, of) === null).length
}
