// The moment of the change: nobody may be connected to a database that gets another name, and nobody may come in
// between, so the targets are closed, emptied of connections and swapped, all names in one transaction.

import { OperationError } from '../backup/postgres-tools.ts'
import { type Connection, quoted } from '../db/admin-connection.ts'

export type Swap = {
  /** Name of the database that is filled. */
  fresh: string
  /** The name it shall have. */
  target: string
  /** The name that the replaced database shall have; null where there is none. */
  kept: string | null
}

const EMPTY_WITHIN_MS = 10_000

/** Swaps all names or none. The replaced databases are left open under their new names. */
export async function swapNames(
  sql: Connection,
  swaps: readonly Swap[],
  { emptyWithinMs = EMPTY_WITHIN_MS } = {},
) {
  const replaced = swaps.filter(({ kept }) => kept !== null).map(({ target }) => target)
  try {
    for (const name of replaced) await sql.unsafe(`alter database ${quoted(name)} allow_connections false`)
    await emptyOfConnections(sql, [...replaced, ...swaps.map(({ fresh }) => fresh)], emptyWithinMs)
    await sql.begin(async (tx) => {
      for (const { fresh, target, kept } of swaps) {
        if (kept !== null) await tx.unsafe(`alter database ${quoted(target)} rename to ${quoted(kept)}`)
        await tx.unsafe(`alter database ${quoted(fresh)} rename to ${quoted(target)}`)
      }
    })
  } finally {
    // Both names: a commit whose answer was lost may have gone through.
    for (const { target, kept } of swaps) {
      if (kept === null) continue
      await insist(() => openAgain(sql, target))
      await insist(() => openAgain(sql, kept))
    }
  }
}

async function emptyOfConnections(sql: Connection, names: string[], withinMs: number) {
  const end = performance.now() + withinMs
  for (;;) {
    // Of the connections of others their number is all that an ordinary role is told; autovacuum has no role, and
    // renaming sends it away by itself.
    const others = await sql<{ pid: number; name: string; role: string; program: string | null }[]>`
      select pid, datname as name, usename as role, application_name as program from pg_stat_activity
      where datname in ${sql(names)} and pid <> pg_backend_pid() and usesysid is not null`
    if (others.length === 0) return
    let refusal = ''
    for (const { pid } of others) {
      await sql`select pg_terminate_backend(${pid})`.catch((error: Error) => {
        refusal = error.message
      })
    }
    if (performance.now() > end) {
      const { name, role, program } = others[0]!
      throw new OperationError(
        `${name} is in use by ${role}${program ? ` (${program})` : ''} and that connection does not end${refusal && `: ${refusal}`}; nothing was changed`,
      )
    }
    await Bun.sleep(50)
  }
}

// A closed database is one that the service cannot use: a server that starts again is waited for.
async function insist(work: () => Promise<void>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 60) throw error
      await Bun.sleep(500)
    }
  }
}

/** Opens a database to connections; one that is gone is passed over. */
async function openAgain(sql: Connection, name: string) {
  await sql
    .unsafe(`alter database ${quoted(name)} allow_connections true`)
    .catch((error: { code?: string }) => {
      if (error.code !== '3D000') throw error
    })
}

/** Opens those of the databases that a swap which was cut off has left closed; gives back their names. */
export async function reopen(sql: Connection, databases: readonly string[]): Promise<string[]> {
  const closed = await sql<{ name: string }[]>`
    select datname as name from pg_database where datname in ${sql([...databases])} and not datallowconn`
  for (const { name } of closed) await openAgain(sql, name)
  return closed.map(({ name }) => name)
}
