// Tells the owner of an account of a wrong second factor after the right password: somebody else may know the password.
import type { Outbox } from '../mail/outbox.ts'
import type { Database } from '../platform/db/database.ts'
import type { RateLimits } from '../platform/db/rate-limits.ts'
import { describeUserAgent } from '../text/describe-user-agent.ts'

const DAY_MS = 86_400_000
/** A flood does not fill the mailbox, and after the owner has mistyped a code, an attempt from elsewhere is still told. */
const PER_ADDRESS = { max: 1, windowMs: DAY_MS }
const PER_ACCOUNT = { max: 5, windowMs: DAY_MS }

type Options = { limits: RateLimits; database: Database; clock: () => Date; mail: Outbox }
type Owner = { id: number; email: string; name: string }
/** `address` is from `clientKey`. */
type Client = { address: string; userAgent: string }

/** Sends at most one mail a day for each address, and five in all. */
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
    await database.query((tx) => mail.add(tx, { kind: 'wrong-second-factor', to: email, data }))
    mail.wake()
  }
