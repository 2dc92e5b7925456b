// Refused submissions of HTML forms, which their page shows again with the typed values and an error at each field. A
// message can be longer than a cookie or a URL may be, so they are in the database, for ten minutes.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { refusedSubmissions } from '../platform/db/schema/forms.ts'
import type { FieldIssue } from '../text/field-issues.ts'
import type { FormContext } from './form-context.ts'

export const KEEP_SECONDS = 600
/** They take at most 64 MB at 64 KB each; the oldest go first. */
const MAX_KEPT = 1_000

export type FormName = 'contact' | 'newsletter'

export type RefusedSubmission = { form: FormName; values: Record<string, string>; issues: FieldIssue[] }

/**
 * `id` names the submission in the address of its page and `secret` is for a cookie: only with both are the typed values
 * shown, so that a link that is passed on shows nobody's text.
 */
export type SubmissionKeys = { id: string; secret: string }

type Context = FormContext & { key: Uint8Array }

/** Derives the key of the ids from the key of access tokens (HKDF, RFC 5869). */
export const deriveSubmissionKey = (tokenKey: Uint8Array) =>
  new Uint8Array(hkdfSync('sha256', tokenKey, '', 'frontage refused submission', 32))

export async function keepRefused(
  { database, clock, key }: Context,
  submission: RefusedSubmission,
): Promise<SubmissionKeys> {
  const name = randomBytes(16).toString('base64url')
  const expiresAt = new Date(clock().getTime() + KEEP_SECONDS * 1_000)
  await database.transaction(async (tx) => {
    await tx
      .insert(refusedSubmissions)
      .values({ id: name, submission: JSON.stringify(submission), expires_at: expiresAt })
    await tx.execute(sql`
      delete from refused_submissions where expires_at <= ${clock().toISOString()} or id in (
        select id from refused_submissions order by expires_at desc offset ${MAX_KEPT})`)
  })
  return { id: `${name}.${sign(key, `id ${name}`)}`, secret: sign(key, `secret ${name}`) }
}

/** The submission, without its values unless `secret` fits; null if `id` is not one of ours or has expired. */
export async function findRefused(
  { database, clock, key }: Context,
  { id, secret }: { id: string; secret: string | null },
): Promise<RefusedSubmission | null> {
  const [name = '', signature = ''] = id.split('.')
  // The signature is checked before the database is asked, so that only addresses from here cost a query.
  if (!isEqual(signature, sign(key, `id ${name}`))) return null
  const [row] = await database.query((tx) =>
    tx
      .select()
      .from(refusedSubmissions)
      .where(sql`${refusedSubmissions.id} = ${name} and expires_at > ${clock().toISOString()}`),
  )
  if (!row) return null
  const submission: RefusedSubmission = JSON.parse(row.submission)
  const isOwner = secret !== null && isEqual(secret, sign(key, `secret ${name}`))
  return isOwner ? submission : { ...submission, values: {} }
}

const sign = (key: Uint8Array, text: string) =>
  createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url')

const isEqual = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b.slice(0, a.length)))
