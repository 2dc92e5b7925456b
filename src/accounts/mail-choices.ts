// When an account is mailed about what its colleagues say, which each account chooses for itself.
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../platform/db/database.ts'
import { adminUsers, MAIL_CHOICES } from '../platform/db/schema/auth.ts'
import { parseInput } from '../text/parse-input.ts'
import type { UserActor } from './actor.ts'
import { confirmActor } from './permissions.ts'

const choice = z
  .enum(MAIL_CHOICES)
  .meta({ description: '`daily`: one mail each morning, with what came since the last one.' })

export const mailChoices = z.strictObject({ mentions: choice, reviews: choice })

const columns = { mentions: adminUsers.mention_mails, reviews: adminUsers.review_mails }

export type MailChoices = z.output<typeof mailChoices>

export async function getMailChoices(
  { database }: { database: Database },
  { id }: UserActor,
): Promise<MailChoices> {
  const [row] = await database.query((tx) => tx.select(columns).from(adminUsers).where(eq(adminUsers.id, id)))
  return row!
}

/** Throws 401 and 422. */
export async function setMailChoices(
  { database }: { database: Database },
  actor: UserActor,
  body: unknown,
): Promise<MailChoices> {
  const { mentions: mention_mails, reviews: review_mails } = parseInput(mailChoices.partial(), body)
  return database.transaction(async (tx) => {
    await confirmActor(tx, actor)
    const isAccount = eq(adminUsers.id, actor.id)
    if (mention_mails || review_mails)
      await tx.update(adminUsers).set({ mention_mails, review_mails }).where(isAccount)
    const [row] = await tx.select(columns).from(adminUsers).where(isAccount)
    return row!
  })
}
