// The swap at the end of a restore: closes the current databases to connections, terminates the open ones, and renames
// all databases in one transaction (a database with connections cannot be renamed).

import { type Connection, quoteIdentifier } from '../../platform/db/admin-connection.ts'
import { OperationError } from '../backup/postgres-tools.ts'

export type Swap = {
  /** Current name of the restored database. */
  scratch: string
  /** Its final name. */
  target: string
  /** New name of the replaced database; null when there is none. */
  keptAs: string | null
}

const TERMINATE_WITHIN_MS = 10_000
const REOPEN_ATTEMPTS = 60
const REOPEN_PAUSE_MS = 500

/** Renames all databases or none. Replaced databases accept connections again under their new names. */
export async function swapDatabases(
  sql: Connection,
  swaps: readonly Swap[],
  { terminateWithinMs = TERMINATE_WITHIN_MS } = {},
) {
  const replaced = swaps.filter(({ keptAs }) => keptAs !== null).map(({ target }) => target)
  try {
    for (const name of replaced)
      await sql.unsafe(`alter database ${quoteIdentifier(name)} allow_connections false`)
    await terminateConnections(sql, [...replaced, ...swaps.map(({ scratch }) => scratch)], terminateWithinMs)
    await sql.begin(async (tx) => {
      for (const { scratch, target, keptAs } of swaps) {
        if (keptAs !== null)
          await tx.unsafe(`alter database ${quoteIdentifier(target)} rename to ${quoteIdentifier(keptAs)}`)
        await tx.unsafe(`alter database ${quoteIdentifier(scratch)} rename to ${quoteIdentifier(target)}`)
      }
    })
  } finally {
    // Under both names: a commit may have succeeded although its reply was lost.
    for (const { target, keptAs } of swaps) {
      if (keptAs === null) continue
      await retry(() => reopenDatabase(sql, target))
      await retry(() => reopenDatabase(sql, keptAs))
    }
  }
}

async function terminateConnections(sql: Connection, names: string[], withinMs: number) {
  const end = performance.now() + withinMs
  for (;;) {
    // Autovacuum workers (without a role) are skipped: a rename cancels them.
    const connections = await sql<{ pid: number; name: string; role: string; program: string | null }[]>`
      select pid, datname as name, usename as role, application_name as program from pg_stat_activity
      where datname in ${sql(names)} and pid <> pg_backend_pid() and usesysid is not null`
    if (connections.length === 0) return
    let refusal = ''
    for (const { pid } of connections) {
      await sql`select pg_terminate_backend(${pid})`.catch((error: Error) => {
        refusal = error.message
      })
    }
    if (performance.now() > end) {
      const { name, role, program } = connections[0]!
      throw new OperationError(
        `${name} is in use by ${role}${program ? ` (${program})` : ''} and its connection could not be terminated${refusal && `: ${refusal}`}; nothing was changed`,
      )
    }
    await Bun.sleep(50)
  }
}

// The service cannot use a closed database, so a restarting server is waited for.
async function retry(work: () => Promise<void>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === REOPEN_ATTEMPTS) throw error
      await Bun.sleep(REOPEN_PAUSE_MS)
    }
  }
}

const UNDEFINED_DATABASE = '3D000'

/** Allows connections to a database; does nothing when it does not exist. */
async function reopenDatabase(sql: Connection, name: string) {
  await sql
    .unsafe(`alter database ${quoteIdentifier(name)} allow_connections true`)
    .catch((error: { code?: string }) => {
      if (error.code !== UNDEFINED_DATABASE) throw error
    })
}

/** Reopens the databases that an interrupted swap left closed; returns their names. */
export async function reopenDatabases(sql: Connection, databases: readonly string[]): Promise<string[]> {
  const closed = await sql<{ name: string }[]>`
    select datname as name from pg_database where datname in ${sql([...databases])} and not datallowconn`
  for (const { name } of closed) await reopenDatabase(sql, name)
  return closed.map(({ name }) => name)
}
