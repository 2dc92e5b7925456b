// Tells of a sign-in from a browser or system that the account, and the person that it is connected with, have not used before.
import { eq, or } from 'drizzle-orm'
import type { Outbox } from '../mail/outbox.ts'
import type { Tx } from '../platform/db/database.ts'
import { type adminUsers, sessions } from '../platform/db/schema/auth.ts'
import type { users } from '../platform/db/schema/procurement.ts'
import { asciiLowerCase } from '../text/ascii-lower-case.ts'
import { describeUserAgent } from '../text/describe-user-agent.ts'
import { isEmailAddress } from '../text/email-address.ts'

type Account = typeof adminUsers.$inferSelect
type Person = typeof users.$inferSelect

/** `person` signs in at the identity provider, with `account` if it is connected; null: the account itself signs in. */
type SignIn = { account: Account | null; person: Person | null; userAgent: string; now: Date }

/** Call it before the session is added. */
export async function tellOfNewDevice(
  tx: Tx,
  mail: Outbox | undefined,
  { account, person, userAgent, now }: SignIn,
) {
  if (!mail?.isOn) return
  const personId = person?.id ?? account?.person_id ?? null
  const known = await tx
    .selectDistinct({ userAgent: sessions.user_agent })
    .from(sessions)
    .where(
      or(
        account ? eq(sessions.account_id, account.id) : undefined,
        personId === null ? undefined : eq(sessions.person_id, personId),
      ),
    )
  const device = describeUserAgent(userAgent)
  // Before the first session nothing is known, and everything would be new.
  if (known.length === 0 || known.some((session) => describeUserAgent(session.userAgent) === device)) return
  for (const { email, name } of ownersOf(account, person)) {
    const data = { name, device, at: now.toISOString(), isProvider: person !== null }
    await mail.add(tx, { kind: 'new-device', to: email, data })
  }
}

/** Who is told, each address once. */
function ownersOf(account: Account | null, person: Person | null): { email: string; name: string }[] {
  const { email = null, display_name: name = '' } = person ?? {}
  const ofPerson = email !== null && isEmailAddress(email) ? [{ email, name }] : []
  const isSame = asciiLowerCase(account?.email ?? '') === asciiLowerCase(email ?? '')
  return account && !isSame ? [account, ...ofPerson] : ofPerson
}
