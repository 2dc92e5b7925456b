// Slugs, generated from titles in any script, and the redirects that follow their changes.
import { afterAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { slug as slugField } from '../../src/content/definition/field-types.ts'
import { rowsOf } from '../../src/platform/db/database.ts'
import { slugify } from '../../src/text/slugify.ts'
import { type Answer, startApp } from '../support/app.ts'
import { createRecord, expectProblem, type Row } from '../support/records.ts'
import { roundsOf } from '../support/rounds.ts'

const service = await startApp()
const { admin, anyone, deps } = service
afterAll(() => service[Symbol.asyncDispose]())
const execute = (statement: ReturnType<typeof sql>) =>
  deps.database.transaction((tx) => rowsOf<Record<string, any>>(tx, statement))

const created = (resource: string, body: object) => createRecord(admin, resource, body)
const patch = (record: Row, body: object) => admin('PATCH', record.place, { body })
const rename = async (record: Row, slug: string) => {
  const answer = await patch(record, { slug })
  expect(answer.status).toBe(200)
  return answer.body
}

async function redirects(prefix = '') {
  const { body } = await admin('GET', '/api/admin/redirects')
  return (body.items as any[])
    .filter(({ from_path }) => from_path.startsWith(prefix))
    .map(({ from_path, to_path, status_code }) => `${from_path} ${status_code} ${to_path}`)
    .sort()
}

describe('a generated slug', () => {
  test.each([
    ['Hello, World!', 'hello-world'],
    ['  --Trimmed--  ', 'trimmed'],
    ["It's & that’s", 'its-thats'],
    ['Größe & Preis: 5 €', 'größe-preis-5'],
    ['ÄÖÜ ß ẞ', 'äöü-ß-ß'],
    ['سلام دنیا', 'سلام-دنیا'],
    ['می‌خواهم بدانم؟', 'می‌خواهم-بدانم'],
    ['کتاب‌ها', 'کتاب‌ها'],
    ['«نقل‌قول»', 'نقل‌قول'],
    ['‌آغاز و پایان‌', 'آغاز-و-پایان'],
    ['سال ۱۴۰۵ (۲۰۲۶)', 'سال-۱۴۰۵-۲۰۲۶'],
    ['מדריך לְמַתְחִילִים', 'מדריך-לְמַתְחִילִים'],
    ['日本語 と 中文', '日本語-と-中文'],
    ['हिन्दी में', 'हिन्दी-में'],
    ['Cafe\u0301 au lait', 'café-au-lait'],
    // Only the lower case has a precomposed form.
    ['H\u0331ello', '\u1e96ello'],
    ['İstanbul', 'istanbul'],
    ['100% / 50%', '100-50'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a\\b?c#d', 'a-b-c-d'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
    ['snake_case', 'snake-case'],
    ['line\nbreak\ttab', 'line-break-tab'],
    ['𝔘𝔫𝔦𝔠𝔬𝔡𝔢', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢'],
    ['1️⃣ first', '1-first'],
    ['I ❤️ steel', 'i-steel'],
    ['😀🎉', ''],
    ['❤️', ''],
    ['👩‍👩‍👧‍👦 🏳️‍🌈', ''],
    ['!?…—«»', ''],
    ['\u0301', ''],
    ['كتاب علي', 'کتاب-علی'],
    ['کِتابٌ مُهِمّ', 'کتاب-مهم'],
    ['خانهٔ آبی', 'خانه-آبی'],
    ['خانۀ آبی', 'خانه-آبی'],
    ['ســـلام', 'سلام'],
    ['Cafe\u0301 x\u0331', 'café-x'],
    ['हिन्दी में', 'हिन्दी-में'],
    ['\u200c', ''],
    ['', ''],
  ])('of %p is %p', (title, slug) => {
    expect(slugify(title)).toBe(slug)
  })

  const TITLES = [
    'x'.repeat(300),
    `${'word '.repeat(60)}`,
    'ن'.repeat(300),
    '𐎠'.repeat(150),
    `${'x'.repeat(178)} 𐎠𐎠`,
    `${'x'.repeat(179)}𐎠𐎠`,
    `${'x'.repeat(179)}-tail`,
    `x${'\u0301'.repeat(299)}`,
    `${'ی‌'.repeat(150)}`,
    `${'x'.repeat(179)}\u200cx`,
    '\u200c \u200c x \u200c y',
    'H\u0331'.repeat(150),
  ]

  test.each(TITLES)('of a long or unusual title is valid as input: %p', (title) => {
    const slug = slugify(title)
    expect(slugField().safeParse(slug).data).toBe(slug)
    expect(slug.length).toBeWithin(1, 181)
    expect(slug.isWellFormed()).toBe(true)
    expect(slugify(slug)).toBe(slug)
  })

  test('finds the article, however its path is encoded', async () => {
    const titles = [
      'می‌خواهم بدانم؟',
      'Größe & Preis',
      'Cafe\u0301',
      'H\u0331',
      '😀',
      '!?',
      'x'.repeat(300),
      ...TITLES.slice(2),
    ]
    for (const title of titles) {
      const { slug, place, ...record } = await created('articles', { title, status: 'published' })
      for (const path of [encodeURIComponent(slug), encodeURIComponent(slug.normalize('NFD'))]) {
        const answer = await anyone('GET', `/api/articles/${path}`)
        expect({ title, status: answer.status, id: answer.body.id }).toEqual({
          title,
          status: 200,
          id: record.id,
        })
      }
      const { id: _, version, ...whole } = record
      const put = await admin('PUT', place, { body: { ...whole, slug } })
      expect([put.status, put.body.slug]).toEqual([200, slug])
      expect(version).toBe(1)
    }
  })

  test('is the name of the resource if the title has no letter', async () => {
    for (const [resource, path] of [
      ['articles', 'articles'],
      ['projects', 'projects'],
      ['pages', 'pages'],
      ['article-categories', 'article-categories'],
    ] as const) {
      const { slug } = await created(resource, { title: '…!' })
      expect(slug).toMatch(new RegExp(`^${path}(-\\d+)?$`))
    }
  })

  test('gets a number if it is taken', async () => {
    const slugs = []
    for (let count = 0; count < 3; count++)
      slugs.push((await created('projects', { title: 'Same Name' })).slug)
    expect(slugs).toEqual(['same-name', 'same-name-2', 'same-name-3'])
    await created('projects', { title: 'Same', slug: 'same-name-4' })
    expect((await created('projects', { title: 'same name' })).slug).toBe('same-name-5')
    // Underscores and percent signs are not wildcards.
    expect((await created('projects', { title: 'same', slug: 'same' })).slug).toBe('same')
    expect((await created('projects', { title: 'same' })).slug).toBe('same-2')
  })

  test('is unique for 20 records created concurrently', async () => {
    for (const [resource, title] of [
      ['articles', 'At once'],
      ['pages', 'هم‌زمان'],
      ['article-categories', '!!!'],
    ] as const) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => admin('POST', `/api/admin/${resource}`, { body: { title } })),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
      expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(20)
    }
  })

  test('stays when the title changes and after a PUT without a slug', async () => {
    const article = await created('articles', { title: 'First title' })
    expect((await patch(article, { title: 'Second title' })).body.slug).toBe('first-title')
    const put = await admin('PUT', article.place, { body: { title: 'Third title' } })
    expect(put.body.slug).toBe('first-title')
  })
})

describe('a given slug', () => {
  test('is stored trimmed, in lower case and NFC', async () => {
    expect((await created('articles', { title: 'x', slug: ' Given-ÖÄ-Ü ' })).slug).toBe('given-öä-ü')
    expect((await created('articles', { title: 'x', slug: 'cafe\u0301-x' })).slug).toBe('café-x')
    expect((await created('articles', { title: 'x', slug: 'H\u0331-x' })).slug).toBe('\u1e96-x')
  })

  test('that another record has is 409 by POST, PUT and PATCH and changes nothing', async () => {
    for (const resource of ['articles', 'projects', 'pages', 'article-categories']) {
      await created(resource, { title: 'Taken', slug: 'taken' })
      const other = await created(resource, { title: 'Other', slug: 'other' })
      const body = { title: 'Third', slug: 'TAKEN' }
      for (const answer of [
        await admin('POST', `/api/admin/${resource}`, { body }),
        await admin('PUT', other.place, { body }),
        await patch(other, body),
      ]) {
        expectProblem(answer, 409, 'conflict')
        expect(answer.body.errors).toEqual([{ path: 'slug', code: 'taken', message: 'is taken' }])
      }
      expect((await admin('GET', other.place)).body).toMatchObject({
        title: 'Other',
        slug: 'other',
        version: 1,
      })
    }
  })

  test('is free again after its record was deleted or renamed', async () => {
    const first = await created('projects', { title: 'x', slug: 'coveted' })
    await rename(first, 'released')
    const second = await created('projects', { title: 'x', slug: 'coveted' })
    expect((await admin('DELETE', second.place)).status).toBe(204)
    expect((await rename(first, 'coveted')).slug).toBe('coveted')
  })

  test.each([
    '',
    ' ',
    '-',
    'a--b',
    '-a',
    'a-',
    'a b',
    'a/b',
    '../a',
    'a.b',
    'a?b',
    'a#b',
    'a%20b',
    'a_b',
    'a\0',
    '😀',
    '\ud800',
    'x'.repeat(201),
    '\u200c',
    '\ufe0f',
    '\u0301-\u0301',
    null,
    5,
  ])('that is invalid is 422: %p', async (slug) => {
    const { status, body } = await admin('POST', '/api/admin/articles', { body: { title: 'x', slug } })
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'slug'])
  })

  test('requested by several writers concurrently is given to one', async () => {
    for (let round = 0; round < 5; round++) {
      const claims = Array.from({ length: 6 }, () =>
        admin('POST', '/api/admin/articles', { body: { title: 'x', slug: `claimed-${round}` } }),
      )
      const statuses = (await Promise.all(claims)).map(({ status }) => status).sort()
      expect(statuses).toEqual([201, 409, 409, 409, 409, 409])
    }
  })
})

describe('a changed slug', () => {
  const PAGES = [
    ['articles', '/blog/', { status: 'published' }],
    ['projects', '/projects/', {}],
    ['pages', '/pages/', {}],
  ] as const

  test.each(PAGES)('of %s leaves a 301 on the old path', async (resource, page, body) => {
    const record = await created(resource, { title: 'x', slug: 'moved-from', ...body })
    const { version } = await rename(record, 'moved-to')
    expect(version).toBe(2)
    expect(await redirects(`${page}moved`)).toEqual([`${page}moved-from 301 ${page}moved-to`])
    const { body: shown } = await anyone('GET', '/api/site/redirects')
    expect(shown).toContainEqual(
      expect.objectContaining({ from_path: `${page}moved-from`, to_path: `${page}moved-to` }),
    )
  })

  test.each(PAGES)(
    'of %s collapses chains, and changing back leaves no loop',
    async (resource, page, body) => {
      const record = await created(resource, { title: 'x', slug: 'way-a', ...body })
      await rename(record, 'way-b')
      await rename(record, 'way-c')
      expect(await redirects(`${page}way`)).toEqual([
        `${page}way-a 301 ${page}way-c`,
        `${page}way-b 301 ${page}way-c`,
      ])
      await rename(record, 'way-a')
      expect(await redirects(`${page}way`)).toEqual([
        `${page}way-b 301 ${page}way-a`,
        `${page}way-c 301 ${page}way-a`,
      ])
      await rename(record, 'way-b')
      expect(await redirects(`${page}way`)).toEqual([
        `${page}way-a 301 ${page}way-b`,
        `${page}way-c 301 ${page}way-b`,
      ])
    },
  )

  test.each(PAGES)(
    'of %s: a new record at the old path replaces the redirect',
    async (resource, page, body) => {
      const record = await created(resource, { title: 'x', slug: 'vacated', ...body })
      await rename(record, 'vacated-for-good')
      await created(resource, { title: 'x', slug: 'vacated', ...body })
      expect(await redirects(`${page}vacated`)).toEqual([])
      await rename(record, 'vacated-again')
      const [moved] = await redirects(`${page}vacated`)
      expect(moved).toBe(`${page}vacated-for-good 301 ${page}vacated-again`)
    },
  )

  test('to the path of a redirect replaces the redirect', async () => {
    const first = await created('projects', { title: 'x', slug: 'crossing-1' })
    const second = await created('projects', { title: 'x', slug: 'crossing-2' })
    await rename(first, 'crossing-3')
    await rename(second, 'crossing-1')
    expect(await redirects('/projects/crossing')).toEqual(['/projects/crossing-2 301 /projects/crossing-1'])
    // Two records that swap slugs form no loop.
    await rename(first, 'crossing-4')
    await rename(second, 'crossing-3')
    await rename(first, 'crossing-1')
    const all = await redirects('/projects/crossing')
    const from = new Set(all.map((line) => line.split(' ')[0]))
    for (const line of all) expect(from.has(line.split(' ')[2])).toBe(false)
    expect(from.has('/projects/crossing-1')).toBe(false)
    expect(from.has('/projects/crossing-3')).toBe(false)
  })

  test('updates manual redirects to the page', async () => {
    const record = await created('pages', { title: 'x', slug: 'goal' })
    const manual = await created('redirects', { from_path: '/g', to_path: '/pages/goal', status_code: 302 })
    await rename(record, 'new-goal')
    const { body } = await admin('GET', manual.place)
    expect(body).toMatchObject({ to_path: '/pages/new-goal', status_code: 302, version: 2 })
  })

  test('of an article that was never public leaves none', async () => {
    const draft = await created('articles', { title: 'x', slug: 'silent-1' })
    await rename(draft, 'silent-2')
    const scheduled = await created('articles', {
      title: 'x',
      slug: 'silent-3',
      status: 'published',
      published_at: '2100-01-01T00:00:00Z',
    })
    await rename(scheduled, 'silent-4')
    expect(await redirects('/blog/silent')).toEqual([])
  })

  test('of an article that was public and is a draft leaves one when it is published again', async () => {
    const article = await created('articles', { title: 'x', slug: 'retired-1', status: 'published' })
    await patch(article, { status: 'draft' })
    await rename(article, 'retired-2')
    await rename(article, 'retired-3')
    expect(await redirects('/blog/retired')).toEqual([])
    await patch(article, { status: 'published' })
    expect(await redirects('/blog/retired')).toEqual(['/blog/retired-1 301 /blog/retired-3'])
    await rename(article, 'retired-4')
    expect(await redirects('/blog/retired')).toEqual([
      '/blog/retired-1 301 /blog/retired-4',
      '/blog/retired-3 301 /blog/retired-4',
    ])
  })

  test('of a draft is not forgotten over more edits than the history holds', async () => {
    const article = await created('articles', { title: 'x', slug: 'edited-1', status: 'published' })
    await patch(article, { status: 'draft', published_at: null })
    await rename(article, 'edited-2')
    for (let edit = 0; edit < 51; edit++) await patch(article, { excerpt: `Edit ${edit}` })
    await patch(article, { status: 'published' })
    expect(await redirects('/blog/edited')).toEqual(['/blog/edited-1 301 /blog/edited-2'])
  })

  test('of a draft leaves none if it is undone before the draft is published again', async () => {
    const article = await created('articles', { title: 'x', slug: 'undone-1', status: 'published' })
    await patch(article, { status: 'draft' })
    await rename(article, 'undone-2')
    await patch(article, { slug: 'undone-1', status: 'published' })
    expect(await redirects('/blog/undone')).toEqual([])
  })

  test('of a draft leaves the old path to a page or redirect that took it meanwhile', async () => {
    const article = await created('articles', { title: 'x', slug: 'handed-1', status: 'published' })
    await patch(article, { status: 'draft' })
    await rename(article, 'handed-2')
    const successor = await created('articles', { title: 'x', slug: 'handed-1', status: 'published' })
    await patch(article, { status: 'published' })
    expect(await redirects('/blog/handed')).toEqual([])
    await rename(successor, 'handed-3')
    expect(await redirects('/blog/handed')).toEqual(['/blog/handed-1 301 /blog/handed-3'])

    await patch(article, { status: 'draft' })
    await rename(article, 'handed-4')
    await created('redirects', { from_path: '/blog/handed-2', to_path: '/landing' })
    await patch(article, { status: 'published' })
    expect(await redirects('/blog/handed-2')).toEqual(['/blog/handed-2 301 /landing'])
  })

  test('of a scheduled article that was public leaves one', async () => {
    const moved = await created('articles', { title: 'x', slug: 'later-1', status: 'published' })
    await patch(moved, { published_at: '2100-01-01T00:00:00Z' })
    await rename(moved, 'later-2')
    await rename(moved, 'later-3')
    expect(await redirects('/blog/later')).toEqual(['/blog/later-1 301 /blog/later-3'])
  })

  test('of an article that became public by its date leaves one', async () => {
    const soon = new Date(Date.now() + 3_600_000)
    const published_at = soon.toISOString()
    const article = await created('articles', {
      title: 'x',
      slug: 'timed-1',
      status: 'published',
      published_at,
    })
    service.setClock(new Date(soon.getTime() + 1_000))
    await patch(article, { status: 'draft', published_at: null })
    service.setClock(null)
    await patch(article, { slug: 'timed-2', status: 'published' })
    expect(await redirects('/blog/timed')).toEqual(['/blog/timed-1 301 /blog/timed-2'])
  })

  test('together with unpublishing leaves one later, together with publishing none', async () => {
    const article = await created('articles', { title: 'x', slug: 'both-1', status: 'published' })
    await patch(article, { slug: 'both-2', status: 'draft' })
    expect(await redirects('/blog/both')).toEqual([])
    await patch(article, { status: 'published' })
    expect(await redirects('/blog/both')).toEqual(['/blog/both-1 301 /blog/both-2'])
    const draft = await created('articles', { title: 'x', slug: 'fresh-1' })
    await patch(draft, { slug: 'fresh-2', status: 'published' })
    expect(await redirects('/blog/fresh')).toEqual([])
  })

  test('by autosave, PUT and restore leaves one as well', async () => {
    const record = await created('projects', { title: 'x', slug: 'by-1' })
    await admin('PATCH', `${record.place}?autosave=true`, { body: { slug: 'by-2' } })
    expect(await redirects('/projects/by')).toEqual(['/projects/by-1 301 /projects/by-2'])
    await admin('PUT', record.place, { body: { title: 'x', slug: 'by-3' } })
    expect(await redirects('/projects/by')).toHaveLength(2)
    const { body } = await admin('GET', `${record.place}/revisions`)
    const restored = await admin('POST', `${record.place}/revisions/${body.items.at(-1).id}/restore`)
    expect(restored.body.slug).toBe('by-1')
    expect(await redirects('/projects/by')).toEqual([
      '/projects/by-2 301 /projects/by-1',
      '/projects/by-3 301 /projects/by-1',
    ])
  })

  test('of a category, which has no page, leaves none', async () => {
    const category = await created('article-categories', { title: 'x', slug: 'shelf-1' })
    const before = await redirects()
    await rename(category, 'shelf-2')
    expect(await redirects()).toEqual(before)
  })

  test('is rolled back with its redirect if the write fails', async () => {
    const record = await created('projects', { title: 'x', slug: 'atomic-1' })
    await created('projects', { title: 'x', slug: 'atomic-2' })
    expectProblem(await patch(record, { slug: 'atomic-2' }), 409, 'conflict')
    // The redirect and the revision are the last statements of the write.
    await execute(
      sql`alter table redirects add constraint no_redirects check (from_path <> '/projects/atomic-1') not valid`,
    )
    expect((await patch(record, { slug: 'atomic-3' })).status).toBeGreaterThanOrEqual(400)
    await execute(sql`alter table redirects drop constraint no_redirects`)
    expect((await admin('GET', record.place)).body).toMatchObject({ slug: 'atomic-1', version: 1 })
    await execute(sql`alter table revisions add constraint no_revisions check (version < 2) not valid`)
    expect((await patch(record, { slug: 'atomic-3' })).status).toBeGreaterThanOrEqual(400)
    await execute(sql`alter table revisions drop constraint no_revisions`)
    expect((await admin('GET', record.place)).body).toMatchObject({ slug: 'atomic-1', version: 1 })
    expect(await redirects('/projects/atomic')).toEqual([])
  })

  test('of an article from before the upgrade counts by its revisions and its date', async () => {
    const live = await created('articles', { title: 'x', slug: 'old-live', status: 'published' })
    const renamed = await created('articles', { title: 'x', slug: 'old-public', status: 'published' })
    await patch(renamed, { status: 'draft', published_at: null, slug: 'old-renamed' })
    const dated = await created('articles', {
      title: 'x',
      slug: 'old-dated',
      published_at: '2020-01-01T00:00:00Z',
    })
    const future = { status: 'published', published_at: '2100-01-01T00:00:00Z' }
    const scheduled = await created('articles', { title: 'x', slug: 'old-scheduled', ...future })
    const draft = await created('articles', { title: 'x', slug: 'old-draft' })
    const [path] = new Bun.Glob('drizzle/*_public_slug.sql').scanSync()
    const [, backfill] = (await Bun.file(path!).text()).split('--> statement-breakpoint')
    await execute(sql`update articles set public_slug = null`)
    await execute(sql.raw(backfill!))
    const rows = await execute(sql`select id, public_slug from articles where slug like 'old-%'`)
    const slugs = new Map(rows.map(({ id, public_slug }) => [id, public_slug]))
    const found = [live, renamed, dated, scheduled, draft].map(({ id }) => slugs.get(id))
    expect(found).toEqual(['old-live', 'old-public', 'old-dated', null, null])
  })

  test('of a once public draft, by PATCH, PUT, autosave or restore, touches no redirect', async () => {
    const target = await created('articles', { title: 'x', slug: 'safe-1', status: 'published' })
    await rename(target, 'safe-2')
    const kept = ['/blog/safe-1 301 /blog/safe-2']
    const draft = await created('articles', { title: 'x', slug: 'mine', status: 'published' })
    await patch(draft, { status: 'draft' })
    await rename(draft, 'safe-1')
    await admin('PUT', draft.place, { body: { title: 'x', slug: 'safe-3' } })
    await admin('PATCH', `${draft.place}?autosave=true`, { body: { slug: 'safe-1' } })
    expect(await redirects('/blog/safe')).toEqual(kept)
    const { body } = await admin('GET', `${draft.place}/revisions`)
    const first = body.items.at(-1).id
    expect((await admin('POST', `${draft.place}/revisions/${first}/restore`)).body.slug).toBe('mine')
    expect(await redirects('/blog/safe')).toEqual(kept)
    expect(await redirects('/blog/mine')).toEqual([])
  })

  test('of a draft does not touch redirects until the draft is published', async () => {
    const moved = await created('articles', { title: 'x', slug: 'held-1', status: 'published' })
    await rename(moved, 'held-2')
    const kept = ['/blog/held-1 301 /blog/held-2']
    const draft = await created('articles', { title: 'x', slug: 'held-1' })
    expect(await redirects('/blog/held')).toEqual(kept)
    await rename(draft, 'held-3')
    await rename(draft, 'held-1')
    expect(await redirects('/blog/held')).toEqual(kept)
    await patch(draft, { status: 'published' })
    expect(await redirects('/blog/held')).toEqual([])
  })

  test('by many writers concurrently leaves no chain and no loop', async () => {
    for (let round = 0; round < roundsOf(6, 2); round++) {
      const slugs = ['p', 'q', 'r', 's'].map((letter) => `dance-${round}-${letter}`)
      const records = await Promise.all(
        slugs.slice(0, 2).map((slug) => created('projects', { title: 'x', slug })),
      )
      const moves = records.flatMap((record, index) =>
        slugs.map((_, step) => patch(record, { slug: slugs[(index + step * 3 + 1) % slugs.length]! })),
      )
      for (const { status } of await Promise.all(moves)) expect([200, 409]).toContain(status)
      const all = (await redirects(`/projects/dance-${round}-`)).map((line) => line.split(' '))
      const froms = new Set(all.map(([from]) => from))
      expect(all.filter(([, , to]) => froms.has(to!))).toEqual([])
      for (const { place } of records) {
        const { slug } = (await admin('GET', place)).body
        expect(froms.has(`/projects/${slug}`)).toBe(false)
      }
    }
  })
})

describe('a manual redirect', () => {
  const post = (from_path: string, to_path: string) =>
    admin('POST', '/api/admin/redirects', { body: { from_path, to_path } })
  const expectLoop = ({ status, body }: Answer) =>
    expect([status, body.errors?.[0]]).toEqual([
      422,
      expect.objectContaining({ path: 'to_path', code: 'loop' }),
    ])

  test.each(['/self', '/self?x=1', '/self#top', '/s%65lf', 'self', './self', '//self/../self'.slice(1)])(
    'to itself is refused: %s',
    async (to) => {
      expectLoop(await post('/self', to))
    },
  )

  test('that would close a loop of two, three or more is refused', async () => {
    expect((await post('/loop-a', '/loop-b')).status).toBe(201)
    expectLoop(await post('/loop-b', '/loop-a'))
    expect((await post('/loop-b', '/loop-c?from=b')).status).toBe(201)
    expectLoop(await post('/loop-c', '/loop-a'))
    expectLoop(await post('/loop-c', '/loop-b#x'))
    const last = await created('redirects', { from_path: '/loop-c', to_path: '/out' })
    expectLoop(await patch(last, { to_path: '/loop-a' }))
    expectLoop(await admin('PUT', last.place, { body: { from_path: '/loop-c', to_path: '/loop-a' } }))
    expectLoop(await patch(last, { from_path: '/out' }))
    expect((await admin('GET', last.place)).body).toMatchObject({ to_path: '/out', version: 1 })
  })

  test('that would close a loop is refused in a restore, too', async () => {
    const redirect = await created('redirects', { from_path: '/back-a', to_path: '/back-b' })
    await patch(redirect, { to_path: '/elsewhere' })
    expect((await post('/back-b', '/back-a')).status).toBe(201)
    const { body } = await admin('GET', `${redirect.place}/revisions`)
    expectLoop(await admin('POST', `${redirect.place}/revisions/${body.items.at(-1).id}/restore`))
  })

  test.each([
    ['two', 2],
    ['three', 3],
  ])('is refused if %s concurrent writes would close a loop', async (name, size) => {
    const ROUNDS = roundsOf(25, 5)
    for (let round = 0; round < ROUNDS; round++) {
      const path = (index: number) => `/ring-${name}-${round}-${index % size}`
      const byPatch = round % 2 === 1
      const writes = []
      for (let index = 0; index < size; index++) {
        if (!byPatch) writes.push(() => post(path(index), path(index + 1)))
        else {
          const record = await created('redirects', { from_path: path(index), to_path: '/out' })
          writes.push(() => patch(record, { to_path: path(index + 1) }))
        }
      }
      const answers = await Promise.all(writes.map((write) => write()))
      const refused = answers.filter(({ status }) => status >= 300)
      expect(refused).toHaveLength(1)
      expectLoop(refused[0]!)
    }
  })

  test('and a concurrent slug change form no loop', async () => {
    const ROUNDS = roundsOf(20, 5)
    for (let round = 0; round < ROUNDS; round++) {
      const page = await created('pages', { title: 'x', slug: `meet-${round}-a` })
      const [a, b] = [`/pages/meet-${round}-a`, `/pages/meet-${round}-b`]
      const answers = await Promise.all([post(b, a), patch(page, { slug: `meet-${round}-b` })])
      expect(answers[1]!.status).toBe(200)
      expect([201, 422]).toContain(answers[0]!.status)
      // The old path leads to the page in either order.
      expect(await redirects(a)).toEqual([`${a} 301 ${b}`])
      expect(await redirects(b)).toEqual([])
    }
  })
})

describe.each([
  ['menu', { label: 'x', url: '/' }],
  ['pages', { title: 'x' }],
])('a record of %s', (resource, fields) => {
  const item = (parent_id: number | null = null) => created(resource, { ...fields, parent_id })
  const move = (record: Row, parent: Row | null) => patch(record, { parent_id: parent?.id ?? null })
  const expectLoop = ({ status, body }: Answer) =>
    expect([status, body.errors?.[0]]).toEqual([
      422,
      expect.objectContaining({ path: 'parent_id', code: 'loop' }),
    ])

  test('cannot be nested under itself', async () => {
    const top = await item()
    const middle = await item(top.id)
    const bottom = await item(middle.id)
    expectLoop(await move(top, top))
    expectLoop(await move(top, middle))
    expectLoop(await move(top, bottom))
    expectLoop(await admin('PUT', top.place, { body: { ...fields, parent_id: bottom.id } }))
    expect((await move(bottom, top)).status).toBe(200)
    expect((await move(middle, bottom)).status).toBe(200)
    expect((await patch(top, { parent_id: 987_654 })).body.errors).toMatchObject([
      { path: 'parent_id', code: 'unknown_reference' },
    ])
  })

  test('is at most 20 levels below another one', async () => {
    let last = await item()
    for (let level = 1; level <= 20; level++) last = await item(last.id)
    const refused = await admin('POST', `/api/admin/${resource}`, { body: { ...fields, parent_id: last.id } })
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ path: 'parent_id', code: 'too_deep', message: 'is nested more than 20 levels deep' }],
    ])
  })

  test.each([
    ['two', 2],
    ['three', 3],
  ])('is not nested under itself by %s concurrent moves', async (_, size) => {
    const ROUNDS = roundsOf(25, 5)
    const items = await Promise.all(Array.from({ length: size }, () => item()))
    for (let round = 0; round < ROUNDS; round++) {
      for (const one of items) await move(one, null)
      const answers = await Promise.all(items.map((one, index) => move(one, items[(index + 1) % size]!)))
      const refused = answers.filter(({ status }) => status >= 300)
      expect(refused).toHaveLength(1)
      expectLoop(refused[0]!)
    }
  })

  test('is not nested under itself by concurrent moves below each other’s children', async () => {
    const ROUNDS = roundsOf(25, 5)
    const [one, other] = [await item(), await item()]
    const [belowOne, belowOther] = [await item(one.id), await item(other.id)]
    for (let round = 0; round < ROUNDS; round++) {
      for (const top of [one, other]) await move(top, null)
      const answers = await Promise.all([move(one, belowOther), move(other, belowOne)])
      const refused = answers.filter(({ status }) => status >= 300)
      expect(refused).toHaveLength(1)
      expectLoop(refused[0]!)
    }
  })
})

describe('a redirect to an absolute address of this site', () => {
  test('is stored as a path, so that loops are detected', async () => {
    const own = 'http://localhost:3000'
    const first = await created('redirects', { from_path: '/own-1', to_path: `${own}/own-2?a=b#c` })
    expect(first.to_path).toBe('/own-2?a=b#c')
    const back = { from_path: '/own-2', to_path: `${own}/own-1` }
    const refused = await admin('POST', '/api/admin/redirects', { body: back })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'to_path', code: 'loop' }] } })
    const itself = await patch(first, { to_path: `${own}/own-1` })
    expect(itself).toMatchObject({ status: 422, body: { errors: [{ path: 'to_path', code: 'loop' }] } })
    expect((await patch(first, { to_path: 'https://localhost:3000.example/own-1' })).status).toBe(422)
    expect((await patch(first, { to_path: `https://other.example/own-1` })).body.to_path).toBe(
      'https://other.example/own-1',
    )
  })
})
