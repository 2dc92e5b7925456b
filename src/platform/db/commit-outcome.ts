import { sql } from 'drizzle-orm'
import { isAway, isFutureTransaction, isLostConnection } from './database-errors.ts'
import type { Tx } from './driver.ts'
import { rowsOf } from './rows-of.ts'
import type { Deadline } from './with-deadline.ts'

const PAUSE_MS = 100

/**
 * Whether a transaction whose connection was lost during the commit was certainly not committed, so that it can be
 * repeated. Waits, up to the deadline, while it is still in progress and while the database accepts no connections. A
 * standby is not asked before it is promoted: it may not have replayed the commit yet.
 *
 * `xid` is the transaction's id, null if it wrote nothing. The opposite is never certain: after a crash another
 * transaction may have the same id.
 */
export async function wasRolledBack(db: Tx, xid: string | null, { hasExpired }: Deadline): Promise<boolean> {
  if (xid === null) return true
  while (!hasExpired()) {
    const status = await statusOf(db, xid)
    if (status === 'aborted') return true
    if (status !== 'in progress') return false
    await Bun.sleep(PAUSE_MS)
  }
  return false
}

async function statusOf(db: Tx, xid: string): Promise<string | null> {
  try {
    const query = sql`
      select case when pg_is_in_recovery() then 'in progress' else pg_xact_status(${xid}::xid8) end as status`
    const [row] = await rowsOf<{ status: string | null }>(db, query)
    return row?.status ?? null
  } catch (error) {
    // The server crashed before anything of it was on the disk.
    if (isFutureTransaction(error)) return 'aborted'
    return isAway(error) || isLostConnection(error) ? 'in progress' : null
  }
}
