// What has been told, shared by all replicas: the first one that finds something tells it, and once no replica has found
// it for three minutes, one of them tells that it is over. The mails are committed with that.
import { sql } from 'drizzle-orm'
import type { OpsAlert } from '../../mail/mail-kinds.ts'
import { databaseTime, milliseconds, type Outbox } from '../../mail/outbox.ts'
import { type Database, rowsOf, type Tx } from '../../platform/db/database.ts'
import { opsAlerts } from '../../platform/db/schema/alerts.ts'
import type { Alert, Findings } from './find-alerts.ts'

/** Longer than several replicas need to look, so that one of them is enough. */
const OVER_AFTER_MS = 3 * 60_000

export type AlertStore = ReturnType<typeof createAlertStore>

type Options = {
  database: Database
  outbox: Outbox
  clock: (() => Date) | null
  recipients: readonly string[]
}

export function createAlertStore({ database, outbox, clock, recipients }: Options) {
  const time = databaseTime(clock)

  async function tell(tx: Tx, name: string, { state, since }: { state: 'begun' | 'over'; since: Date }) {
    const [kind, ...subject] = name.split(' ')
    const data = { alert: kind as OpsAlert, subject: subject.join(' '), state, since: since.toISOString() }
    for (const to of recipients) await outbox.add(tx, { kind: 'ops-alert', to, data })
  }

  return {
    /** Tells what is new and, if `tellsEnd`, what is over. Throws when the database is away: nothing was told then. */
    async record({ firing, unknown }: Findings, { tellsEnd }: { tellsEnd: boolean }): Promise<void> {
      const changed = await database.transaction(async (tx) => {
        const begun = await rowsOf<{ name: string; since: Date }>(tx, beginAll(firing, time()))
        await tx.execute(sql`
          update ops_alerts set seen_at = ${time()}
          where name in (select json_array_elements_text(${JSON.stringify(firing.map(nameOf))}::text::json))
            or split_part(name, ' ', 1) in (select json_array_elements_text(${JSON.stringify(unknown)}::text::json))`)
        const over = tellsEnd
          ? await tx
              .delete(opsAlerts)
              .where(sql`${opsAlerts.seen_at} < ${time()} - ${milliseconds(OVER_AFTER_MS)}`)
              .returning()
          : []
        for (const { name, since } of begun) await tell(tx, name, { state: 'begun', since: new Date(since) })
        for (const { name, since } of over) await tell(tx, name, { state: 'over', since })
        return begun.length + over.length > 0
      })
      if (changed) outbox.wake()
    },
  }
}

const nameOf = ({ kind, subject }: Alert) => `${kind} ${subject}`.trim()

/** Of several replicas, one gets the row. In one order, so that they do not lock each other. */
const beginAll = (alerts: readonly Alert[], now: ReturnType<ReturnType<typeof databaseTime>>) => sql`
  insert into ops_alerts as known (name, occurrence, since, seen_at)
  select name, occurrence, ${now}, ${now}
  from json_to_recordset(${JSON.stringify(alerts.map((one) => ({ name: nameOf(one), occurrence: one.occurrence })))}::text::json)
    as given (name text, occurrence text) order by name
  on conflict (name) do update set occurrence = excluded.occurrence, since = excluded.since, seen_at = excluded.seen_at
    where known.occurrence <> excluded.occurrence
  returning name, since`
