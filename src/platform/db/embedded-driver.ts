// The embedded driver: Postgres as WebAssembly (PGlite) in a directory of its own. A new directory is unpacked from the
// archive that PGlite publishes instead of running initdb: 0.4 s and 300 MB, not 2.4 s and 1.1 GB.
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { dataDir as openPublishedArchive } from '@electric-sql/pglite-prepopulatedfs'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { makeDirectory, syncDirectory } from '../durable-files.ts'
import { giveWay } from '../give-way.ts'
import type { Driver, Tx } from './database.ts'
import { DURABLE_PARAMETERS, DurableFs } from './durable-fs.ts'
import { migrationsFolder } from './migrate.ts'

// PGlite copies all its parsers for every result, including one for the row type of each table and view. With 360 of
// them that takes a fifth of the time of short queries. Kept: common types, each with its array type, whose parser uses
// the element's.
const PARSED_TYPES = [
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

/** Opens the database in `directory`, which is created when missing. The caller must hold the directory's lock. */
export async function openEmbedded(directory: string): Promise<Driver> {
  return embeddedDriver(await openDirectory(directory))
}

/** Opens a directory for `openEmbedded`; tests pass files that they watch. */
export async function openDirectory(directory: string, Files = DurableFs): Promise<PGlite> {
  if (!existsSync(directory)) await createDirectory(directory)
  return openClient({ fs: new Files(directory), startParams: DURABLE_PARAMETERS })
}

/** Creates a PGlite with only the parsers above. Tests pass an archive to load into memory. */
export async function openClient(options: PGliteOptions): Promise<PGlite> {
  const client: PGlite = await PGlite.create(options)
  const { parsers } = client
  client.parsers = Object.fromEntries(
    PARSED_TYPES.filter((oid) => oid in parsers).map((oid) => [oid, parsers[oid]!]),
  )
  takeTurns(client)
  return client
}

const MAX_MS_PER_TURN = 0.5

// Statements run in this thread, and awaiting one takes no turn of the event loop: without these pauses every request
// would wait for a whole transaction.
function takeTurns(client: PGlite) {
  const run = client.execProtocolRaw.bind(client)
  let spent = 0
  client.execProtocolRaw = async (message, options) => {
    const start = performance.now()
    const answer = await run(message, options)
    spent += performance.now() - start
    if (spent > MAX_MS_PER_TURN) {
      spent = 0
      await giveWay()
    }
    return answer
  }
}

export function embeddedDriver(
  client: Pick<PGlite, 'query' | 'transaction' | 'exec' | 'listen' | 'closed' | 'close'>,
): Driver {
  const handle = drizzle({ client: client as PGlite })
  return {
    kind: 'embedded',
    drizzle: handle as unknown as Tx,
    migrate: () => migrate(handle, { migrationsFolder }),
    // There is only one session; it would have to keep its transaction open as long as a client reads.
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

// Unpacked under a temporary name, so that an interrupted start leaves nothing that looks complete.
async function createDirectory(directory: string) {
  const unfinished = `${directory}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await makeDirectory(dirname(directory))
  const archive = await (await openPublishedArchive()).arrayBuffer()
  await new Bun.Archive(archive).extract(unfinished)
  await rename(unfinished, directory)
  await syncDirectory(dirname(directory))
}
