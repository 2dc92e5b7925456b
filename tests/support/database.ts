// A database for each test file: embedded, from one migrated archive, or with TEST_DATABASE_URL a copy of one migrated
// template on a real server.
import { exists, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { dataDir as preparedDirectory } from '@electric-sql/pglite-prepopulatedfs'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import postgres from 'postgres'
import { Secret } from '../../src/platform/config/secret.ts'
import { type Database, type Driver, rowsOf, type Tx } from '../../src/platform/db/database.ts'
import { embeddedDriver } from '../../src/platform/db/embedded-driver.ts'
import { migrationsFolder } from '../../src/platform/db/migrate.ts'
import { openPostgres } from '../../src/platform/db/postgres-driver.ts'
import { borrow } from './embedded-pool.ts'
import { eventually, PATIENCE_MS } from './eventually.ts'
import { borrowOnServer, dropLeftovers, withDatabase } from './server-pool.ts'

// `expect(…).rejects` waits in an event loop of its own, which sleeps until the next timer although an immediate waits.
setInterval(() => {}, 2).unref()

const server = process.env.TEST_DATABASE_URL || null
/** TEST_POOLER_URL: the address of a pooler in transaction mode for that server, through which tests connect. */
const pooler = process.env.TEST_POOLER_URL || null

export const onPostgres = server !== null

/** A migrated database for one user; `url` if it is on a server. Closing the driver (embedded)
 * or `drop` (on a server) returns it to the pool. */
export async function createTestDatabase(): Promise<{
  driver: Driver
  url: string | null
  drop(): Promise<void>
}> {
  if (server === null) {
    return { driver: embeddedDriver(await borrow(archive), PATIENCE_MS), url: null, drop: async () => {} }
  }
  const template = await templateOn(server)
  const { url, giveBack } = await borrowOnServer({ url: server, template, canReuse: pooler === null })
  const isPooled = pooler !== null
  const driver = openPostgres({
    url: new Secret(isPooled ? withDatabase(pooler, new URL(url).pathname.slice(1)) : url),
    directUrl: isPooled ? new Secret(url) : null,
    poolSize: 10,
    deadlineMs: PATIENCE_MS,
  })
  return { driver, url, drop: giveBack }
}

/** Waits until so many sessions on the server wait for a lock. */
export async function untilLocked(database: Database, count: number) {
  const waiting = sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await eventually(async () => {
    const [row] = await database.query((tx) => rowsOf<{ count: number }>(tx, waiting))
    return row!.count >= count
  })
}

/** A transaction that has done `run` and stays open until `end`. */
export async function holdTransaction(database: Database, run: (tx: Tx) => Promise<unknown>) {
  const [isHeld, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = database.transaction(async (tx) => {
    await run(tx)
    isHeld.resolve()
    await mayEnd.promise
  })
  await Promise.race([isHeld.promise, holding])
  return {
    async end() {
      mayEnd.resolve()
      await holding
    },
  }
}

/** An empty database without a schema on the server; null without a server. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> } | null> {
  if (server === null) return null
  const name = `frontage_test_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(server, (sql) => sql.unsafe(`create database ${name}`))
  return {
    url: withDatabase(server, name),
    drop: () => administer(server, (sql) => sql.unsafe(`drop database ${name} with (force)`)),
  }
}

let migrated: Promise<Blob> | null = null

// The archive is one per machine, migrations and PGlite version, for all workers: creating it takes a second.
function archive(): Promise<Blob> {
  migrated ??= (async () => {
    const file = join(tmpdir(), `frontage-test-${userInfo().uid}-${await digestOf('package.json')}.tar`)
    if (await exists(file)) return new Blob([await readFile(file)])
    const client = await PGlite.create({ loadDataDir: await preparedDirectory() })
    await migrate(drizzle({ client }), { migrationsFolder })
    const blob = await client.dumpDataDir('none')
    await client.close()
    const unfinished = `${file}-${crypto.randomUUID()}`
    await writeFile(unfinished, new Uint8Array(await blob.arrayBuffer()), { mode: 0o600 })
    await rename(unfinished, file)
    return blob
  })()
  return migrated
}

let template: Promise<string> | null = null

// The template is named after its migrations, so that all runs and workers on the server share it.
function templateOn(url: string): Promise<string> {
  template ??= (async () => {
    const name = `frontage_template_${await digestOf()}`
    await administer(url, async (sql) => {
      await sql`select pg_advisory_lock(hashtext(${name}))`
      await dropLeftovers(sql)
      const [found] = await sql`select 1 from pg_database where datname = ${name}`
      if (found) return
      const unfinished = `${name}_unfinished`
      await sql.unsafe(`drop database if exists ${unfinished}`)
      await sql.unsafe(`create database ${unfinished}`)
      const driver = openPostgres({ url: new Secret(withDatabase(url, unfinished)), poolSize: 1 })
      await driver.migrate()
      await driver.close()
      await sql.unsafe(`alter database ${unfinished} rename to ${name}`)
    })
    return name
  })()
  return template
}

async function digestOf(...files: string[]): Promise<string> {
  const hasher = new Bun.CryptoHasher('md5')
  for (const file of files) hasher.update(await Bun.file(file).text())
  // The journal counts too: the migrator compares its timestamps with the database.
  const names = (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql'))
  for (const name of [...names.sort(), 'meta/_journal.json']) {
    hasher.update(await Bun.file(join(migrationsFolder, name)).text())
  }
  return hasher.digest('hex')
}

async function administer<T>(url: string, run: (sql: postgres.Sql) => Promise<T>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await run(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
