// Tells the owner of an account of a wrong second factor: whoever gave it knows the password.
import type { Outbox } from '../mail/outbox.ts'
import type { Database } from '../platform/db/database.ts'
import type { RateLimits } from '../platform/db/rate-limits.ts'
import { describeUserAgent } from '../text/describe-user-agent.ts'

const DAY_MS = 86_400_000
/** So that nobody fills the mailbox, and mistyping in the morning hides no attempt from elsewhere in the evening. */
const PER_ADDRESS = { max: 1, windowMs: DAY_MS }
const PER_ACCOUNT = { max: 5, windowMs: DAY_MS }

type Options = { limits: RateLimits; database: Database; clock: () => Date; mail: Outbox }
type Owner = { id: number; email: string; name: string }
/** `address` is from `clientKey`. */
type Client = { address: string; userAgent: string }

/** Mails at most once a day for each address, and five times a day. */
export type TellOfWrongFactor = (owner: Owner, client: Client) => Promise<void>

export const createWrongFactorNotice =
  ({ limits, database, clock, mail }: Options): TellOfWrongFactor =>
  async ({ id, email, name }, { address, userAgent }) => {
    if (!mail.isOn) return
    const isNew = async (bucket: string, limit: typeof PER_ADDRESS) =>
      (await limits.hit(bucket, limit)).outcome === 'go'
    const bucket = `wrong-factor mail ${id}`
    if (!(await isNew(`${bucket} ${address}`, PER_ADDRESS)) || !(await isNew(bucket, PER_ACCOUNT))) return
    const data = { name, device: describeUserAgent(userAgent), at: clock().toISOString() }
    await database.query((tx) =>
      mail.add(tx, { kind: 'wrong-second-factor', to: email, language: mail.siteLanguage, data }),
    )
    mail.wake()
  }
