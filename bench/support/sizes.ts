// Fills a database by plain SQL to a number of articles. Every row follows from its number, so that runs are alike.
import createClient from 'postgres'
import { demoContent } from '../../src/content/demo/demo-content.ts'

/** Articles at a time: one statement stays well within memory. */
const BATCH = 10_000
/** The length of a body in each language: about 1 KB of Persian or English. */
const SENTENCES = 8

/**
 * Adds articles with the slugs `article-1`, `article-2` and so on up to `size`, half as many media, ten times as many
 * messages and a tenth as many deleted articles.
 */
export async function grow(url: string, size: number): Promise<void> {
  const texts = JSON.stringify(demoContent)
  const persian = texts.match(/[\u0600-\u06ff،\u200c ]{40,200}/gu)!.slice(0, 60)
  const english = texts.match(/[A-Za-z, ]{40,200}/g)!.slice(0, 60)
  const sql = createClient(url, { max: 1, onnotice: () => {} })
  const sentence = (list: string[], n: string) =>
    `(${quoted(list)}::text[])[1 + (hashint8(${n})::bigint & 65535) % ${list.length}]`
  const body = (list: string[]) =>
    `(select '<p>' || string_agg(${sentence(list, 'n * 31 + s')}, '. ') || '</p>' from generate_series(1, ${SENTENCES}) as s)`
  try {
    const [row] = await sql`select count(*)::int as count from articles where slug like 'article-%'`
    for (let from = Number(row!.count) + 1; from <= size; from += BATCH) {
      const to = Math.min(size, from + BATCH - 1)
      await sql.unsafe(`
        insert into articles (position, slug, title, title_en, excerpt, content, content_en, image, image_alt, status, published_at)
        select n, 'article-' || n, ${sentence(persian, 'n')} || ' ' || n, 'Article ' || n, ${sentence(persian, 'n * 7')},
          ${body(persian)}, ${body(english)}, '/media/2026/01/image-' || (1 + n / 2) || '.jpg', 'تصویر', 'published',
          timestamptz '2020-01-01' + n * interval '10 minutes'
        from generate_series(${from}, ${to}) as n
        on conflict (slug) do nothing`)
      await sql.unsafe(`
        insert into media (state, path, mime, width, height, size, etag, placeholder)
        select 'ready', '2026/01/image-' || n || '.jpg', 'image/jpeg', 1600, 1000, 200000, '"' || n || '"', 'pdcRBYJ3eIh/d3d3eHiIh4d2j5f4'
        from generate_series(${Math.ceil(from / 2)}, ${Math.ceil(to / 2)}) as n on conflict (path) do nothing`)
      await sql.unsafe(`
        insert into contact_messages (name, email, message)
        select 'نام ' || n, n || '@example.com', repeat('یک پیام، "نقل قول" ', 8)
        from generate_series(${10 * (from - 1) + 1}, ${10 * to}) as n`)
      await sql.unsafe(`
        insert into trash (resource, record_id, label, state, deleted_at, actor)
        select 'articles', 10000000 + n, 'Deleted ' || n, '{}', now(), 'bench'
        from generate_series(${Math.ceil(from / 10)}, ${Math.ceil(to / 10)}) as n`)
    }
    await sql`analyze`
  } finally {
    await sql.end()
  }
}

/** The service indexes this many articles; the documents of further ones are copies, because indexing takes minutes. */
export const INDEXED = 10_000

/** Copies the search documents of the first articles for all further ones, each with its own number. */
export async function copyIndex(url: string): Promise<void> {
  const sql = createClient(url, { max: 1, onnotice: () => {} })
  const further = `
    articles as a
    cross join lateral (select substr(a.slug, 9)::int as n) as own
    join articles as o on o.slug = 'article-' || (1 + (n - 1) % ${INDEXED})`
  const isFurther = `a.slug like 'article-%' and substr(a.slug, 9)::int > ${INDEXED}`
  try {
    await sql.unsafe(`
      insert into search_documents (resource, record_id, language, slug, title, body, visible_from, title_words, words)
      select d.resource, a.id, d.language, a.slug, case d.language when 'en' then a.title_en else a.title end, d.body,
        a.published_at, d.title_words || to_tsvector('simple', n::text),
        d.words || setweight(to_tsvector('simple', n::text), 'A')
      from ${further} join search_documents as d on d.resource like 'articles %' and d.record_id = o.id
      where ${isFurther} on conflict do nothing`)
    await sql.unsafe(`
      insert into record_words (resource, record_id, words)
      select d.resource, a.id, d.words || to_tsvector('simple', n::text)
      from ${further} join record_words as d on d.resource like 'articles %' and d.record_id = o.id
      where ${isFurther} on conflict do nothing`)
    await sql`update search_states as s set counter = v.counter, token = v.token
      from content_versions as v where s.resource like v.resource || ' %'`
    await sql`vacuum analyze`
  } finally {
    await sql.end()
  }
}

const quoted = (list: readonly string[]) =>
  `ARRAY[${list.map((text) => `'${text.trim().replaceAll("'", "''")}'`).join()}]`
