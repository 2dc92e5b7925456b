// Mentions in comments, `@[12]` with the id of an account, and the mails about them.
import { inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { adminUsers } from '../../platform/db/schema/auth.ts'
import { invalid } from '../../text/errors.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { linkOf, selectColleagues } from './colleagues.ts'

const MENTION = /@\[(\d{1,9})\]/g
const MAX_MENTIONS = 20

/** The ids of the accounts that a text mentions, each once. */
export const mentionedIn = (body: string): number[] => [
  ...new Set([...body.matchAll(MENTION)].map(([, id]) => Number(id))),
]

type Mentions = { resource: Resource; row: Row; ids: readonly number[] }

/** Throws 422 for too many mentions, and for one of an account that may not read the record. */
export async function assertColleagues(tx: Tx, { resource, row, ids }: Mentions) {
  if (ids.length === 0) return
  if (ids.length > MAX_MENTIONS)
    throw invalid([
      {
        path: 'body',
        code: 'too_many',
        message: `mentions more than ${MAX_MENTIONS} people`,
        params: { max: MAX_MENTIONS },
      },
    ])
  const known = new Set((await selectColleagues(tx, resource, row)).map(({ id }) => id))
  const strangers = ids.filter((id) => !known.has(id))
  if (strangers.length === 0) return
  const message = `mentions ${strangers.map((id) => `@[${id}]`).join(', ')}: no active account that may read this record`
  throw invalid([{ path: 'body', code: 'unknown_reference', message }])
}

/** Mails those who want to know that a comment mentions them, except for its author. */
export async function tellMentioned(
  tx: Tx,
  { mail, actor }: ContentContext,
  { resource, row, ids, comment }: Mentions & { comment: number },
) {
  if (!mail || ids.length === 0) return
  const accounts = await tx
    .select()
    .from(adminUsers)
    .where(inArray(adminUsers.id, [...ids]))
  for (const { id, email, name, mention_mails: when } of accounts.toSorted((a, b) => a.id - b.id)) {
    if (actor.kind === 'user' && actor.id === id) continue
    await mail.addNews(tx, {
      to: email,
      when,
      name,
      item: { about: 'mention', id: comment, by: actor.name, ...linkOf(resource, row) },
    })
  }
}
