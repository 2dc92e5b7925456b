// Time to update the snapshot after a change of one row, compared with reading everything: a write of this process brings
// the row along, a write of another process is announced and read.
import { setImmediate as nextEvents } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { resources } from '../src/content/resources/resource-registry.ts'
import type { EncodedBody } from '../src/content/snapshot/encoded-body.ts'
import { Snapshot } from '../src/content/snapshot/snapshot.ts'
import type { Tx } from '../src/platform/db/database.ts'
import { median, rounded } from './support/load.ts'
import { benchPostgres } from './support/replicas.ts'
import { report } from './support/service.ts'
import { demoWithArticles, withDatabase, writeArticles } from './support/site.ts'

const ROUNDS = 15

await using postgres = await benchPostgres()
if (!postgres) {
  console.error('skipped: rebuild (Postgres is not installed)')
  process.exit(0)
}
const environment = { DATABASE_URL: postgres.url, DATA_DIR: '/nowhere' }
await demoWithArticles(1, 100)(environment)
await withDatabase(environment, async (database) => {
  for (const articles of [100, 1_000, 10_000]) {
    await writeArticles(database, articles, 2_000)
    const createSnapshot = () =>
      new Snapshot({
        database,
        resources,
        languages: ['fa', 'en'],
        clock: () => new Date(),
        maxBytes: 256 * 1_048_576,
        onError: console.error,
      })
    const full: number[] = []
    for (let round = 0; round < 5; round++) {
      const snapshot = createSnapshot()
      const started = performance.now()
      await snapshot.open()
      await snapshot.site()
      full.push(performance.now() - started)
      snapshot.close()
    }
    const snapshot = createSnapshot()
    await snapshot.open()
    await snapshot.site()
    const bytes = (await snapshot.site()).identity.bytes.byteLength
    const change = (title: string) => (tx: Tx) =>
      tx.execute(sql`update articles set title = ${title} where position = ${1 + Math.floor(articles / 2)}`)
    const shows = ({ identity }: EncodedBody, title: string) => Buffer.from(identity.bytes).includes(title)
    const own: number[] = []
    const others: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const title = `own ${articles} ${round}`
      await database.transaction(change(title))
      const written = performance.now()
      await snapshot.site()
      own.push(performance.now() - written)
      const before = await snapshot.site()
      if (!shows(before, title)) throw new Error('the change is not visible')

      const theirs = `theirs ${articles} ${round}`
      await database.query(change(theirs))
      const changed = performance.now()
      let after = before
      while (after === before) {
        await nextEvents()
        after = await snapshot.site()
      }
      others.push(performance.now() - changed)
      if (!shows(after, theirs)) throw new Error('the change is not visible')
    }
    snapshot.close()
    const share = median(others) / median(full)
    report(
      `rebuild: one of ${articles} articles`,
      {
        site_mb: rounded(bytes / 1_048_576),
        own_row_ms: rounded(median(own), 2),
        others_row_ms: rounded(median(others), 2),
        all_ms: rounded(median(full)),
        share: rounded(share, 3),
      },
      articles === 10_000 ? { share: 0.1 } : {},
    )
  }
})
