// The demo site for each file of the panel's tests: made once in a worker, then copied row by row and file by file, which
// takes a tenth of the time.
import { type SQL, sql } from 'drizzle-orm'
import { fillWithDemo } from '../../../src/content/demo/load-demo.ts'
import { createDeps } from '../../../src/deps.ts'
import { addDemoImages } from '../../../src/media/demo-images.ts'
import type { Config } from '../../../src/platform/config/config.ts'
import { type Driver, rowsOf, type Tx } from '../../../src/platform/db/database.ts'
import { createLog } from '../../../src/platform/log.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { createTestDatabase } from '../../support/database.ts'
import { PATIENCE_MS } from '../../support/eventually.ts'
import { createTestStorage } from '../../support/storage.ts'

type Parts = { driver: Driver; storage: Storage }

type Contents = {
  /** The rows of each table as JSON, without generated columns. */
  tables: { name: string; columns: string; rows: string }[]
  sequences: { name: string; last: string }[]
  files: { key: string; type: string; bytes: Uint8Array }[]
}

/** Sites by the addresses that texts of the demo may contain. */
const made = new Map<string, Promise<Contents>>()

/** The demo site as a service with this configuration has it. */
export function demoSite(config: Config): Promise<Contents> {
  const key = `${config.site.url} ${config.site.mediaBase}`
  return made.getOrInsertComputed(key, () => makeDemoSite(config))
}

/** Fills an empty database and store. */
export async function copySite({ tables, sequences, files }: Contents, parts: Parts) {
  for (const { key, type, bytes } of files) await parts.storage.put(key, bytes, { type })
  await parts.driver.drizzle.transaction(async (tx) => {
    // This turns off triggers: the rows that they made are among the copied ones.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const { name } of tables) await tx.execute(sql`delete from ${sql.raw(name)}`)
    for (const { name, columns, rows } of tables)
      await tx.execute(sql`insert into ${sql.raw(name)} (${sql.raw(columns)}) overriding system value
        select ${sql.raw(columns)} from json_populate_recordset(null::${sql.raw(name)}, ${rows}::text::json)`)
    for (const { name, last } of sequences)
      await tx.execute(sql`select setval(${name}::text::regclass, ${last}::text::bigint)`)
  })
}

async function makeDemoSite(config: Config): Promise<Contents> {
  const { driver, drop } = await createTestDatabase()
  const { storage, drop: dropStorage } = await createTestStorage()
  try {
    await using deps = await createDeps(config, {
      driver,
      storage,
      deadlineMs: PATIENCE_MS,
      log: createLog('silent'),
    })
    const { database, clock, media, searchIndex } = deps
    await fillWithDemo({ database, clock, mediaBase: config.site.mediaBase, siteUrl: config.site.url })
    await addDemoImages(media)
    await searchIndex.catchUp()
    await searchIndex.settled()
    return { ...(await driver.drizzle.transaction(readTables)), files: await readFiles(storage) }
  } finally {
    await drop()
    await dropStorage()
  }
}

async function readTables(tx: Tx): Promise<Omit<Contents, 'files'>> {
  const read = <Row>(statement: SQL) => rowsOf<Row>(tx, statement)
  const tables: Contents['tables'] = []
  const named = await read<{ name: string; columns: string }>(sql`
    select quote_ident(relname) as name, string_agg(quote_ident(attname), ', ') as columns
    from pg_class c join pg_attribute on attrelid = c.oid
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname`)
  for (const { name, columns } of named) {
    const [found] = await read<{ rows: string | null }>(
      sql`select json_agg(t)::text as rows from ${sql.raw(name)} t`,
    )
    if (found?.rows) tables.push({ name, columns, rows: found.rows })
  }
  const sequences = await read<{ name: string; last: string }>(sql`
    select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null`)
  return { tables, sequences }
}

async function readFiles(storage: Storage): Promise<Contents['files']> {
  const files: Contents['files'] = []
  for await (const { key } of storage.list()) {
    const answer = await storage.get(key)
    if (answer.status !== 200) throw new Error(`${key} of the demo site cannot be read`)
    const bytes = await new Response(answer.body).bytes()
    files.push({ key, type: 'image/jpeg', bytes })
  }
  return files
}
