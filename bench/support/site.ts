// Test content of a given size, written with plain SQL.
import { sql } from 'drizzle-orm'
import { demoContent } from '../../src/content/demo/demo-content.ts'
import { fillWithDemo } from '../../src/content/demo/load-demo.ts'
import { toDatabaseConfig } from '../../src/platform/config/config.ts'
import { parseEnv } from '../../src/platform/config/env.ts'
import { createDatabase, type Database } from '../../src/platform/db/database.ts'
import { openDriver } from '../../src/platform/db/open-driver.ts'

/** Opens and migrates the database of a service that is not running yet. */
export async function withDatabase<T>(
  environment: Record<string, string>,
  run: (database: Database) => Promise<T>,
): Promise<T> {
  const { database: env } = parseEnv(environment, ['database'])
  await using opened = new AsyncDisposableStack()
  const driver = await openDriver({ database: toDatabaseConfig(env), dataDirectory: env.DATA_DIR }, opened)
  const database = createDatabase(driver)
  opened.defer(() => database.close())
  await database.migrate()
  return await run(database)
}

/** The demo site with `count` articles of about `length` bytes instead of its own. */
export const demoWithArticles = (count: number, length: number) => (environment: Record<string, string>) =>
  withDatabase(environment, async (database) => {
    await fillWithDemo({
      database,
      clock: () => new Date(),
      mediaBase: 'http://localhost:3000',
      siteUrl: 'http://localhost:3000',
    })
    await writeArticles(database, count, length)
  })

/** Replaces all articles with `count` published ones in both languages, with bodies of about `length` bytes. */
export async function writeArticles(database: Database, count: number, length: number) {
  const sentences = JSON.stringify(demoContent)
    .match(/[\p{L}\p{M} ،]{40,200}/gu)!
    .slice(0, 60)
  let state = 7
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return sentences[(state >> 8) % sentences.length]!.trim()
  }
  const text = (bytes: number) => {
    let html = '<p>'
    while (Buffer.byteLength(html) < bytes) html += `${next()}. `
    return `${html.trim()}</p>`
  }
  await database.query((tx) => tx.execute(sql`truncate articles restart identity cascade`))
  for (let from = 1; from <= count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from + 1) }, (_, index) => ({
      position: from + index,
      slug: `article-${from + index}`,
      title: `${next()} ${from + index}`,
      title_en: `Article ${from + index}`,
      excerpt: text(Math.min(200, length / 10)),
      content: text(length / 2),
      content_en: text(length / 2),
    }))
    await database.query((tx) =>
      tx.execute(sql`
        insert into articles (position, slug, title, title_en, excerpt, content, content_en, status, published_at)
        select position, slug, title, title_en, excerpt, content, content_en, 'published', now() - interval '1 day'
        from json_to_recordset(${JSON.stringify(rows)}::json) as given (position int, slug text, title text, title_en text, excerpt text, content text, content_en text)`),
    )
  }
}
