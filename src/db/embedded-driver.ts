// The embedded database: Postgres as WebAssembly in a directory of its own. A new directory is unpacked from the
// archive that PGlite's makers publish, instead of running initdb: 0.4 s and 300 MB against 2.4 s and 1.1 GB.
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { dataDir as preparedDirectory } from '@electric-sql/pglite-prepopulatedfs'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Driver, Tx } from './database.ts'
import { migrationsFolder } from './migrations.ts'

// PGlite copies its parsers for every answer, and has made one for the rows of each table and view: with all 360 that is
// a fifth of the time of short queries. These stay: a common type, and the array of it, which reads its elements by it.
const PARSED = [
  [114, 199], // json
  [3802, 3807], // jsonb
  [16, 1000], // boolean
  [17, 1001], // bytea
  [21, 1005], // smallint
  [23, 1007], // integer
  [20, 1016], // bigint
  [700, 1021], // real
  [701, 1022], // double precision
  [1700, 1231], // numeric
  [25, 1009], // text
  [1043, 1015], // varchar
  [2950, 2951], // uuid
  [1114, 1115], // timestamp
  [1082, 1182], // date
  [1184, 1185], // timestamptz
].flat()

/** Opens the database in `directory`, made when absent. The caller holds the directory's lock. */
export async function openEmbedded(directory: string): Promise<Driver> {
  if (!existsSync(directory)) await prepare(directory)
  return embeddedDriver(await openClient({ dataDir: directory }))
}

/** PGlite with these options and the parsers above; tests give it an archive to load into memory. */
export async function openClient(options: PGliteOptions): Promise<PGlite> {
  const client: PGlite = await PGlite.create(options)
  const { parsers } = client
  client.parsers = Object.fromEntries(
    PARSED.filter((oid) => oid in parsers).map((oid) => [oid, parsers[oid]!]),
  )
  return client
}

export function embeddedDriver(
  client: Pick<PGlite, 'query' | 'transaction' | 'exec' | 'listen' | 'closed' | 'close'>,
): Driver {
  const handle = drizzle({ client: client as PGlite })
  return {
    kind: 'embedded',
    drizzle: handle as unknown as Tx,
    migrate: () => migrate(handle, { migrationsFolder }),
    // The one session would have to keep its transaction open for as long as a client reads.
    cursor: null,
    listen: async (channel, onMessage, onListening) => {
      await client.listen(channel, onMessage)
      onListening()
    },
    connections: () => ({ open: client.closed ? 0 : 1, max: 1 }),
    close: async () => {
      if (!client.closed) await client.close()
    },
  }
}

// Under another name first, so that an interrupted start leaves nothing that looks complete.
async function prepare(directory: string) {
  const unfinished = `${directory}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(dirname(directory), { recursive: true })
  const archive = await (await preparedDirectory()).arrayBuffer()
  await new Bun.Archive(archive).extract(unfinished)
  await rename(unfinished, directory)
}
