// How long the site in memory takes to follow a change of one row, against reading all of it anew.
import { sql } from 'drizzle-orm'
import { resources } from '../src/content/registry.ts'
import { Snapshot } from '../src/content/snapshot/snapshot.ts'
import { median, rounded } from './support/load.ts'
import { benchPostgres } from './support/replicas.ts'
import { report } from './support/service.ts'
import { demoWithArticles, withDatabase, writeArticles } from './support/site.ts'

const ROUNDS = 15

await using postgres = await benchPostgres()
if (!postgres) {
  console.error('skipped: rebuilds (no Postgres)')
  process.exit(0)
}
const environment = { DATABASE_URL: postgres.url, DATA_DIR: '/nowhere' }
await demoWithArticles(1, 100)(environment)
await withDatabase(environment, async (database) => {
  for (const articles of [100, 1_000, 10_000]) {
    await writeArticles(database, articles, 2_000)
    const make = () =>
      new Snapshot({
        database,
        resources,
        languages: ['fa', 'en'],
        clock: () => new Date(),
        onError: console.error,
      })
    const full: number[] = []
    for (let round = 0; round < 5; round++) {
      const snapshot = make()
      const started = performance.now()
      await snapshot.open()
      await snapshot.site()
      full.push(performance.now() - started)
      snapshot.close()
    }
    const snapshot = make()
    await snapshot.open()
    await snapshot.site()
    const rows: number[] = []
    const bytes = (await snapshot.site()).identity.bytes.byteLength
    for (let round = 0; round < ROUNDS; round++) {
      const title = `round ${articles} ${round}`
      await database.transaction((tx) =>
        tx.execute(
          sql`update articles set title = ${title} where position = ${1 + Math.floor(articles / 2)}`,
        ),
      )
      const started = performance.now()
      const site = await snapshot.site()
      rows.push(performance.now() - started)
      if (!Buffer.from(site.identity.bytes).includes(title)) throw new Error('the change is not there')
    }
    snapshot.close()
    const share = median(rows) / median(full)
    report(
      `rebuild: one of ${articles} articles`,
      {
        site_mb: rounded(bytes / 1_048_576),
        one_row_ms: rounded(median(rows), 2),
        all_ms: rounded(median(full)),
        share: rounded(share, 3),
      },
      articles === 10_000 ? { share: 0.1 } : {},
    )
  }
})
