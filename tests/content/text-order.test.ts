import { afterAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../src/platform/db/database.ts'
import { articles } from '../../src/platform/db/schema/articles.ts'
import { textOrder } from '../../src/platform/db/text-order.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { png, upload } from '../support/images.ts'

const app = await startApp()
const turkish = await startApp({ SITE_PRIMARY_LANGUAGE: 'tr' })
const arabic = await startApp({ SITE_PRIMARY_LANGUAGE: 'ar' })
const swedish = await startApp({ SITE_PRIMARY_LANGUAGE: 'sv' })
afterAll(() => Promise.all([app, turkish, arabic, swedish].map((one) => one[Symbol.asyncDispose]())))

/** Stores the texts from the last to the first and reads them sorted. */
async function sorted(where: TestApp, field: 'title' | 'title_en', texts: string[], sort: string = field) {
  const created = await Promise.all(
    texts.toReversed().map((text) =>
      where.admin('POST', '/api/admin/article-categories', {
        body: { title: 'x', [field]: text, slug: `s${Bun.randomUUIDv7()}` },
      }),
    ),
  )
  const ids = created.map(({ body }) => body.id)
  const { body } = await where.admin('GET', `/api/admin/article-categories?sort=${sort}&per_page=100`)
  const found = body.items.filter(({ id }: { id: number }) => ids.includes(id))
  await Promise.all(ids.map((id) => where.admin('DELETE', `/api/admin/article-categories/${id}`)))
  return found.map((item: Record<string, string>) => item[field])
}

const ALPHABET = [...'ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی']
const WORDS = ['پیچ', 'چرخ', 'ژاله', 'کابل', 'گاز', 'لوله', 'میله', 'نوار', 'واشر', 'هوا', 'یاتاقان']

describe('lists are in the order of their readers', () => {
  test.each<[string, string[]]>([
    ['the alphabet', ALPHABET],
    ['پ چ ژ ک گ ی among the others', ['بست', ...WORDS]],
    ['آ before ا, as in dictionaries', ['آب', 'آهن', 'ابزار', 'ایمنی']],
    ['a word before its continuation', ['کار', 'کار و کارگر', 'کارخانه', 'کارگر']],
    ['the second and third letter', ['مپا', 'مچا', 'مژه', 'مکا', 'مگا', 'ملا', 'مها', 'میا']],
    ['digits of both scripts in one row', ['1 ب', '۲ الف', '3 آ', '۴', 'الف']],
    ['Latin words after Persian ones', ['بست', 'یاتاقان', 'apple', 'Zebra']],
    ['punctuation first', ['«پمپ»', '(پیچ)', 'آب'].toSorted()],
  ])('Persian: %s', async (_, texts) => {
    expect(await sorted(app, 'title', texts)).toEqual(texts)
  })

  test.each<[string, string, string]>([
    ['Arabic letters', 'كابل', 'گاز'],
    ['an Arabic ye', 'میله', 'ميوه'],
    ['joiners', 'می‌رود', 'میز'],
    ['a marked he', 'خانهٔ', 'خانهٔ ما'],
    ['vowel signs', 'گُل', 'گلاب'],
    ['tatweel', 'پـــل', 'پلاک'],
  ])('Persian: %s count as what they stand for', async (_, first, second) => {
    expect(await sorted(app, 'title', [first, second])).toEqual([first, second])
    expect(await sorted(app, 'title', [first, second], '-title')).toEqual([second, first])
  })

  test('English: whatever the case and the accents', async () => {
    const words = ['apple', 'Banana', 'café', 'Cafeteria', 'ÉCLAIR', 'eel', 'Zebra', 'کابل']
    expect(await sorted(app, 'title_en', words)).toEqual(words)
  })

  test.each<[string, TestApp, string[]]>([
    ['Turkish', turkish, ['cam', 'çam', 'Dağ', 'ısı', 'İş', 'oda', 'öbek', 'sıva', 'şerit', 'ufuk', 'üst']],
    ['Swedish', swedish, ['ande', 'Zon', 'ål', 'äng', 'Öl']],
    ['Arabic', arabic, ['باب', 'ثلج', 'كتاب', 'لون', 'نهر', 'هواء', 'ورد', 'يوم']],
  ])('%s', async (_, where, words) => {
    expect(await sorted(where, 'title', words)).toEqual(words)
  })
})

test('files are sorted by name as texts are', async () => {
  for (const name of ['گاز', 'یاتاقان', 'پمپ', 'واشر']) await upload(app, await png(), { name })
  const { body } = await app.admin('GET', '/api/admin/media?sort=name')
  expect(body.items.map(({ url }: { url: string }) => decodeURI(url).match(/[^/]+(?=\.png)/)![0])).toEqual([
    'پمپ',
    'گاز',
    'واشر',
    'یاتاقان',
  ])
})

test('an index holds the order of titles in Persian', async () => {
  const plan = await app.deps.database.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_sort = off`)
    return rowsOf(
      tx,
      sql`explain select id from ${articles} order by ${textOrder(articles.title, 'fa')} desc, id desc limit 25`,
    )
  })
  expect(JSON.stringify(plan)).toContain('articles_title_order')
})
