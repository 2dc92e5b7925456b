import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { type SearchRequest, search } from '../../../src/content/search/search.ts'
import { SearchIndex } from '../../../src/content/search/search-index.ts'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { manyWords } from './many-words.ts'

let app: TestApp
let index: SearchIndex

beforeAll(async () => {
  app = await startApp()
  index = app.deps.searchIndex
})
afterAll(() => app?.[Symbol.asyncDispose]())
beforeEach(async () => {
  await app.deps.database.query((tx) => tx.execute(sql`delete from articles`))
})

const find = (query: string, request: Partial<SearchRequest> = {}, by = index, { deps } = app) =>
  search(
    { database: deps.database, clock: deps.clock, index: by, languages: ['fa', 'en'] },
    { query, language: null, types: null, paging: { page: 1, perPage: 10 }, ...request },
  )
const titles = async (query: string, request: Partial<SearchRequest> = {}) =>
  (await find(query, request)).items.map(({ title }) => title)

/** The index of another process. */
const indexOf = (
  { deps: { database, clock } }: TestApp,
  options: Partial<ConstructorParameters<typeof SearchIndex>[0]> = {},
) => new SearchIndex({ database, clock, languages: ['fa', 'en'], onError: () => {}, ...options })

async function create(resource: string, body: Record<string, unknown>, { admin } = app) {
  const answer = await admin('POST', `/api/admin/${resource}`, { body })
  expect(answer.status).toBe(201)
  return answer.body as { id: number; version: number }
}
const article = (body: Record<string, unknown>) => articleOf(app, body)
const articleOf = (of: TestApp, body: Record<string, unknown>) =>
  create('articles', { status: 'published', ...body }, of)

describe('Persian as people type it', () => {
  test.each([
    ['Arabic yeh and kaf', 'کیفیت', 'كيفيت'],
    ['teh marbuta', 'مراقبة', 'مراقبه'],
    ['hamza', 'مسئول مؤسسه', 'مسیول موسسه'],
    ['madda', 'آب', 'اب'],
    ['diacritics and tatweel', 'مُهَنـــدس', 'مهندس'],
    ['Persian digits', 'سال ۱۴۰۳', '1403'],
    ['Arabic digits', 'سال ١٤٠٣', '۱۴۰۳'],
    ['a zero-width non-joiner left out', 'می‌شود', 'میشود'],
    ['a space for a zero-width non-joiner', 'می‌شود', 'می شود'],
    ['a zero-width non-joiner for a space', 'می شود', 'می‌شود'],
    ['a part of a compound', 'کتاب‌خانه', 'خانه'],
    ['the beginning of a word', 'مهندسی', 'مهند'],
    ['a plural for the singular', 'کتاب', 'کتابها'],
    ['a plural with a space', 'کتاب ها', 'کتابها'],
  ])('%s', async (_, title, query) => {
    await article({ title })
    await article({ title: 'چیز دیگر' })
    const { items } = await find(query)
    expect(items.map((hit) => hit.title)).toEqual([title])
    expect(items[0]!.title_matches).not.toEqual([])
  })
})

describe('what is written apart or joined', () => {
  test.each([
    ['P-40', 'p40'],
    ['P40', 'p-40'],
    ['P 40', 'P40'],
    ['ISO 9001:2015', 'iso9001'],
    ['ISO9001', 'ISO 9001'],
    ['۱٬۲۵۰٬۰۰۰', '1250000'],
    ['1250000', '۱٬۲۵۰٬۰۰۰'],
    ['1 250 000', '1,250,000'],
    ['O’Neil', 'oneil'],
    ['ONeil', "o'neil"],
    ['e-mail', 'email'],
    ['40 kW', '40kw'],
    ['021-88776655', '02188776655'],
  ])('%s is found by %s', async (title, query) => {
    await article({ title: `الف ${title} ب` })
    await article({ title: 'الف 41 ب' })
    const { items } = await find(query)
    expect(items.map((hit) => hit.title)).toEqual([`الف ${title} ب`])
    expect(items[0]!.title_matches.map(([start, end]) => items[0]!.title.slice(start, end)).join('+')).toBe(
      title.replace(':2015', ''),
    )
    const { body } = await app.admin('GET', `/api/admin/articles?q=${encodeURIComponent(query)}`)
    expect(body.items).toHaveLength(1)
  })
})

test('overlapping matches are one', async () => {
  await article({ title: 'P-40-X, P-40' })
  const [hit] = (await find('p40 40x')).items
  expect(hit!.title_matches.map(([start, end]) => hit!.title.slice(start, end))).toEqual(['P-40-X', 'P-40'])
})

describe('English', () => {
  test.each(['inspect', 'Inspections', 'INSPECTING', 'inspecti', 'ship inspection'])('%s', async (query) => {
    await article({ title: 'الف', title_en: 'Inspecting ships', content_en: '<p>Before they leave.</p>' })
    await article({ title: 'ب', title_en: 'Something else' })
    expect(await titles(query)).toEqual(['Inspecting ships'])
  })

  test('a record without an English title is no English hit', async () => {
    await article({ title: 'الف', content_en: '<p>inspection</p>' })
    expect((await find('inspection')).total).toBe(0)
  })
})

test('a hit names its record, its page and where the words stand', async () => {
  const { id } = await article({
    title: 'ایمنی کشتی',
    slug: 'ship-safety',
    content: `<p>${'مقدمه '.repeat(60)}</p><p>بازرسی <b>کشتی</b> &amp; بار</p>`,
  })
  const { items, total } = await find('كشتي')
  expect(total).toBe(1)
  const [hit] = items
  expect(hit).toMatchObject({
    type: 'articles',
    id,
    language: 'fa',
    title: 'ایمنی کشتی',
    path: '/blog/ship-safety',
  })
  expect(hit!.title_matches.map(([start, end]) => hit!.title.slice(start, end))).toEqual(['کشتی'])
  expect(hit!.snippet_matches.map(([start, end]) => hit!.snippet.slice(start, end))).toEqual(['کشتی'])
  expect(hit!.snippet).toEndWith('بازرسی کشتی & بار')
  expect(hit!.snippet).toStartWith('…')
})

test('a heading, an item or a cell is told apart from what follows it', async () => {
  await article({
    title: 'Pumps',
    excerpt: 'Short',
    content:
      '<h2>What we did</h2><p>We planned it.</p><ul><li>one</li><li>two</li></ul><p>The turbine!</p><p>End</p>',
  })
  const { items } = await find('turbine')
  expect(items[0]!.snippet).toBe('Short · What we did · We planned it. one · two · The turbine! End')
})

test('a word in the title ranks above one in the text', async () => {
  await article({ title: 'یکم', content: `<p>${'بازرسی '.repeat(30)}</p>` })
  await article({ title: 'بازرسی' })
  await article({ title: 'دوم', tags: ['بازرسی'] })
  expect(await titles('بازرسی')).toEqual(['بازرسی', 'دوم', 'یکم'])
})

test('all five types are found, and `types` chooses among them', async () => {
  const word = 'پنجگانه'
  await article({ title: word })
  await create('projects', { title: word })
  await create('services', { title: word })
  await create('pages', { title: word })
  await create('faqs', { question: word, answer: '<p>x</p>' })
  const typesOf = async (types: string[] | null) =>
    (await find(word, { types })).items.map(({ type }) => type).toSorted()
  expect(await typesOf(null)).toEqual(['articles', 'faqs', 'pages', 'projects', 'services'])
  expect(await typesOf(['faqs', 'pages'])).toEqual(['faqs', 'pages'])
})

test('`language` chooses the language; without it a record is one hit', async () => {
  await article({ title: 'Frontage نما', title_en: 'Frontage' })
  expect((await find('frontage')).total).toBe(1)
  expect(await titles('frontage', { language: 'en' })).toEqual(['Frontage'])
  expect(await titles('frontage', { language: 'fa' })).toEqual(['Frontage نما'])
})

describe('visibility', () => {
  test('a draft is not found, nor a scheduled article before its time', async () => {
    await article({ title: 'پیش‌نویس', status: 'draft' })
    await article({ title: 'آینده', published_at: '2199-01-01T00:00:00Z' })
    expect((await find('پیشنویس')).total).toBe(0)
    expect((await find('آینده')).total).toBe(0)
    app.setClock(new Date('2199-01-02T00:00:00Z'))
    expect((await find('آینده')).total).toBe(1)
    app.setClock(null)
  })

  test('a change is found at once, the old words no longer; so are unpublishing and deleting', async () => {
    const { id } = await article({ title: 'نخست' })
    await app.admin('PATCH', `/api/admin/articles/${id}`, { body: { title: 'دومین' } })
    expect([(await find('نخست')).total, (await find('دومین')).total]).toEqual([0, 1])
    await app.admin('PATCH', `/api/admin/articles/${id}`, { body: { status: 'draft' } })
    expect((await find('دومین')).total).toBe(0)
    await app.admin('PATCH', `/api/admin/articles/${id}`, { body: { status: 'published' } })
    await app.admin('DELETE', `/api/admin/articles/${id}`)
    expect((await find('دومین')).total).toBe(0)
  })
})

describe('the index follows', () => {
  const titlesIndexed = async ({ deps } = app) => {
    const rows = await deps.database.query((tx) =>
      rowsOf<{ title: string }>(tx, sql`select title from search_documents where resource like 'articles %'`),
    )
    return rows.map(({ title }) => title)
  }
  const rename = (id: number, title: string, { admin } = app) =>
    admin('PATCH', `/api/admin/articles/${id}`, { body: { title } })

  test('writes soon after their commit', async () => {
    const { id } = await article({ title: 'نخست' })
    await rename(id, 'دومین')
    await eventually(async () => (await titlesIndexed())[0] === 'دومین')
  })

  test('many writes at once, when the timer of the first has run', async () => {
    await using other = await startApp()
    await other.deps.searchIndex.close()
    const timers: (() => void)[] = []
    const held = indexOf(other, {
      startTimer(run) {
        timers.push(run)
        return setTimeout(() => {}, 0)
      },
    })
    held.open()
    const { id } = await articleOf(other, { title: 'نخست' })
    await held.settled()
    timers.length = 0
    for (let round = 1; round <= 30; round++) await rename(id, `نام ${round}`, other)
    expect([timers.length, await titlesIndexed(other)]).toEqual([1, ['نخست']])
    timers[0]!()
    await eventually(async () => (await titlesIndexed(other))[0] === 'نام 30')
    expect(timers).toHaveLength(1)
    await held.close()
  })

  test('a write that a search comes after, in lists as well, with writers beside it', async () => {
    const ids = (await Promise.all(['الف', 'ب', 'پ', 'ت'].map((title) => article({ title })))).map(
      ({ id }) => id,
    )
    const edit = async (id: number) => {
      for (let round = 0; round < 25; round++) {
        const title = `ویرایش${id}دور${round}`
        await rename(id, title)
        if (round % 2 === 0) expect(await titles(title)).toEqual([title])
        else expect((await app.admin('GET', `/api/admin/articles?q=${title}`)).body.items).toHaveLength(1)
      }
    }
    await Promise.all(ids.map(edit))
  })

  test('a write of a process that ended before it was indexed, at the next search of another', async () => {
    await using ending = await startApp()
    await ending.deps.searchIndex.close()
    const { id } = await articleOf(ending, { title: 'نخست' })
    for (let round = 0; round < 20; round++) {
      const title = `پایان ${round}`
      await ending.admin('PATCH', `/api/admin/articles/${id}`, { body: { title } })
      expect(await titlesIndexed(ending)).not.toContain(title)
      expect((await find(title, {}, indexOf(ending), ending)).total).toBe(1)
    }
  })

  test('a write during a pass that has not seen it, before a search that comes then', async () => {
    await using ending = await startApp()
    await ending.deps.searchIndex.close()
    const { database, clock } = ending.deps
    const { id } = await articleOf(ending, { title: 'نخست' })
    await indexOf(ending).catchUp()
    let search: Promise<void> | undefined
    const index = new SearchIndex({
      database: {
        ...database,
        query: async (run) => {
          const result = await database.query(run)
          if (search) return result
          search = Promise.resolve()
          await ending.admin('PATCH', `/api/admin/articles/${id}`, { body: { title: 'میانه' } })
          search = index.catchUp()
          return result
        },
      },
      languages: ['fa', 'en'],
      clock,
      onError: () => {},
    })
    await index.catchUp()
    await search
    expect(await titlesIndexed(ending)).toEqual(['میانه'])
  })

  test('no row is written that stays the same', async () => {
    await article({ title: 'یکسان', title_en: 'same' })
    await index.settled()
    const places = () =>
      app.deps.database.query((tx) =>
        rowsOf(
          tx,
          sql`select language, xmin::text from search_documents where resource like 'articles %' order by 1`,
        ),
      )
    const before = await places()
    await app.deps.database.query((tx) =>
      tx.execute(sql`update articles set title = 'دیگر' where title = 'یکسان'`),
    )
    await index.settled()
    const after = await places()
    expect(await titlesIndexed()).toEqual(expect.arrayContaining(['دیگر', 'same']))
    expect(after[0]).toEqual(before[0])
    expect(after[1]).not.toEqual(before[1])
  })

  test('more writes than the log keeps, none of which waits for what is not indexed yet', async () => {
    await using ending = await startApp()
    await ending.deps.searchIndex.close()
    const { id } = await articleOf(ending, { title: 'نخست' })
    for (let round = 0; round < 230; round++)
      await ending.admin('PATCH', `/api/admin/articles/${id}`, { body: { title: `دور ${round}` } })
    expect(await titlesIndexed(ending)).toEqual([])
    expect((await find('دور 229', {}, indexOf(ending), ending)).total).toBe(1)
  })

  test('plain SQL, at the next search', async () => {
    await app.deps.database.query((tx) =>
      tx.execute(sql`insert into articles (title, slug, status, published_at, position)
        values ('بیرونی', 'outside', 'published', now() - interval '1 hour', 1)`),
    )
    expect(await titles('بیرونی')).toEqual(['بیرونی'])
  })

  test('many changes by plain SQL, at the next search', async () => {
    await app.deps.database.query((tx) =>
      tx.execute(sql`insert into articles (title, slug, status, published_at, position)
        select 'بسیار ' || n, 'many-' || n, 'published', now() - interval '1 hour', n from generate_series(1, 200) n`),
    )
    expect((await find('بسیار')).total).toBe(200)
  })

  test('more changes than the log keeps: rebuilt, without what is gone', async () => {
    await article({ title: 'ماندنی' })
    await app.deps.database.query((tx) =>
      tx.execute(sql`insert into articles (title, slug, status, published_at, position)
        select 'انبوه ' || n, 'bulk-' || n, 'published', now() - interval '1 hour', n from generate_series(1, 600) n`),
    )
    await app.deps.database.query((tx) => tx.execute(sql`delete from articles where title = 'ماندنی'`))
    await find('انبوه')
    await index.settled()
    expect((await find('انبوه')).total).toBe(600)
    expect((await find('ماندنی')).total).toBe(0)
  })

  test('a text with more different words than an index entry holds is stored, found and rebuilt', async () => {
    const text = `<p>${manyWords.join(' ')}</p>`
    await article({ title: 'پرواژه', content: text, title_en: 'wordy', content_en: text })
    expect(await titles(manyWords[0]!)).toEqual(['پرواژه'])
    await app.deps.database.query((tx) =>
      tx.execute(sql`insert into articles (title, slug, status, published_at, position)
        select 'انبوه ' || n, 'bulk-' || n, 'published', now() - interval '1 hour', n from generate_series(1, 600) n`),
    )
    await find('انبوه')
    await index.settled()
    expect(await titles(manyWords[1]!)).toEqual(['پرواژه'])
    expect((await find('انبوه')).total).toBe(600)
  })

  test('other languages of the site: rebuilt at the start', async () => {
    await using ending = await startApp()
    await articleOf(ending, { title: 'Haus', title_en: 'house' })
    await ending.deps.searchIndex.close()
    const { database, clock } = ending.deps
    const languages = ['de', 'en']
    const other = new SearchIndex({ database, languages, clock, onError: () => {} })
    await other.catchUp()
    const ctx = { database, clock, index: other, languages }
    const hits = await search(ctx, {
      query: 'Hause',
      language: 'de',
      types: null,
      paging: { page: 1, perPage: 10 },
    })
    expect(hits.items.map(({ language }) => language)).toEqual(['de'])
    const again = indexOf(ending)
    await again.catchUp()
    expect((await find('haus', {}, again, ending)).items.map(({ title }) => title)).toEqual(['Haus'])
  })
})

test.each(['', '   ', '!!!', '(((', '\\', '\u200c', '🙂'])(
  'a query without letters or digits is refused: %p',
  async (query) => {
    expect(find(query)).rejects.toMatchObject({ status: 422 })
  },
)

test.each(["a' | 'b", 'a & !b', "qqq:* | 'x", "'; drop table articles; --", 'a<->b', 'ي'.repeat(200)])(
  'query syntax is text: %p',
  async (query) => {
    expect(await find(query)).toMatchObject({ items: [], total: 0 })
  },
)

test('hits can be paged, and the total stays', async () => {
  for (let n = 1; n <= 5; n++) await article({ title: `صفحه ${n}` })
  const page = (number: number) => find('صفحه', { paging: { page: number, perPage: 2 } })
  const pages = [await page(1), await page(2), await page(3), await page(4)]
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
  expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1, 0])
  expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(5)
})

test('writers at once: every article is found afterwards', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => article({ title: `هم‌زمانی ${n}` })))
  expect((await find('همزمانی')).total).toBe(20)
})
