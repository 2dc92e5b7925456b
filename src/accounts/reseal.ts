// What the service has sealed in the database is sealed again with the present key.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { sessions, totpFactors } from '../platform/db/schema/auth.ts'
import { type KeyContext, presentKey } from './former-keys.ts'
import { open, openWith, sealWith, signOutHintSeal, totpSeal } from './sealed-text.ts'

const ofAccount = { id: totpFactors.account_id, owner: totpFactors.account_id, sealOf: totpSeal }
const COLUMNS = [
  // The first code moves it into the next column: read before that, it is not missed.
  { ...ofAccount, text: totpFactors.pending_secret },
  { ...ofAccount, text: totpFactors.secret },
  { id: sessions.id, owner: sessions.person_id, sealOf: signOutHintSeal, text: sessions.sign_out_hint },
] as const

const readSealed = ({ database }: KeyContext, { id, owner, text, sealOf }: (typeof COLUMNS)[number]) =>
  database.query(async (tx) => {
    const rows = await tx.select({ id, owner, sealed: text }).from(text.table).where(isNotNull(text))
    return rows.map((row) => ({ id: row.id, sealed: row.sealed!, of: sealOf(row.owner!) }))
  })

/** Seals with the key of `ctx` what the previous one alone opens. Throws 503. */
async function resealAll(ctx: KeyContext): Promise<void> {
  for (const column of COLUMNS) {
    const { text } = column
    for (const { id, sealed, of } of await readSealed(ctx, column)) {
      if (openWith(sealed, ctx.tokenKey, of) !== null) continue
      const opened = open(sealed, ctx, of)
      if (opened === null) continue
      const resealed = sealWith(opened, ctx.tokenKey, of)
      // Not one that has changed meanwhile.
      const isSame = and(eq(column.id, id), eq(text, sealed))
      await ctx.database.query((tx) =>
        tx.execute(sql`update ${text.table} set ${sql.identifier(text.name)} = ${resealed} where ${isSame}`),
      )
    }
  }
}

/** A clean-up task. A replica whose own key is the former one seals nothing. */
export const resealTask = (ctx: KeyContext) => async () => {
  if (ctx.previousTokenKey && (await presentKey(ctx)) === ctx.tokenKey) await resealAll(ctx)
}
