// Changes made by plain SQL are shown: at once by a replica with notifications (`hearing`), after the next reading of the
// counters, once a second, by one without (`polling`).
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Column, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Resource } from '../../../src/content/definition/define-resource.ts'
import { findResource, resources } from '../../../src/content/resources/resource-registry.ts'
import { CONTENT_CHANNEL } from '../../../src/content/snapshot/snapshot-sync.ts'
import { rowsOf, type Tx } from '../../../src/platform/db/database.ts'
import { createTestDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { openSite, type Site } from './open-site.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let plain: Tx
let hearing: Site
let polling: Site
let announced: string[] = []
/** The number of times that `polling` read the counters until it showed a change. */
const catchingUp: number[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  plain = database.driver.drizzle
  hearing = await openSite(database, { anyContent: true })
  polling = await openSite(database, { listens: false, anyContent: true })
  await database.driver.listen(
    CONTENT_CHANNEL,
    (payload) => announced.push(payload),
    () => {},
  )
})

afterAll(async () => {
  await hearing.close()
  await polling.close()
  await database.driver.close()
  await database.drop()
})

const run = (statement: string) => plain.execute(sql.raw(statement))
const announcedResources = () => new Set(announced.map((payload) => payload.split(' ')[0]!))
const shownBy = async (site: Site, path = '/api/site') => (await site.anyone('GET', path)).body

/** The site as a newly started process shows it. */
async function truth() {
  const fresh = await openSite(database, { listens: false, anyContent: true })
  const site = await shownBy(fresh)
  await fresh.close()
  return site
}

/** Expects these replicas to show the current site in time. */
async function expectTruth(...replicas: Site[]) {
  const site = await truth()
  for (const replica of replicas) {
    const { polls } = replica
    await eventually(async () => Bun.deepEquals(await shownBy(replica), site))
    if (replica === polling) catchingUp.push(replica.polls - polls)
  }
  return site
}

const date = (number: number) => new Date(Date.UTC(2020, 0, 1 + number))

/** A row with a value in every required column. */
function rowOf({ table, publishable }: Resource, number: number) {
  const columns = Object.entries(getTableColumns(table) as Record<string, Column>)
  const needed = columns.filter(([, column]) => column.notNull && !column.hasDefault)
  return {
    ...Object.fromEntries(
      needed.map(([name, column]) => [name, column.dataType === 'number' ? number : `${name} ${number}`]),
    ),
    ...(publishable && { status: 'published', published_at: date(number) }),
  }
}

const STEPS = {
  insert: ({ table }: Resource, number: number) =>
    plain.insert(table).values(rowOf(findTable(table), number)),
  update: ({ table }: Resource, number: number) =>
    plain.update(table).set({ updated_at: date(number) } as never),
  delete: ({ table }: Resource) => plain.delete(table),
  truncate: ({ table }: Resource) => plain.execute(sql`truncate ${table} cascade`),
}

const findTable = (table: Resource['table']) => resources.find((resource) => resource.table === table)!

test('an insert, update, delete and truncate of the table of each resource', async () => {
  // Notifications alone bring these changes: there are no polls.
  hearing.holdsPolls = true
  let number = 0
  // Articles first: truncating the categories cascades to them.
  const inTurn = [...resources].sort(
    (a, b) => Number(a.name === 'article-categories') - Number(b.name === 'article-categories'),
  )
  for (const turn of [0, 1, 2, 3]) {
    announced = []
    for (const resource of inTurn) {
      const steps = resource.singleton
        ? (['update', 'delete', 'insert', 'truncate'] as const)
        : (['insert', 'update', 'delete', 'insert'] as const)
      const path = `/api/site/${resource.name}`
      const before = await shownBy(hearing, path)
      await STEPS[steps[turn]!](resource, ++number)
      await eventually(async () => !Bun.deepEquals(await shownBy(hearing, path), before))
    }
    await eventually(() => announcedResources().size === resources.length)
    await expectTruth(hearing)
  }
  for (const resource of inTurn.filter(({ singleton }) => !singleton)) {
    expect(await shownBy(hearing, `/api/site/${resource.name}`)).not.toBeEmpty()
    await STEPS.truncate(resource)
    await eventually(
      async () => Object.keys(await shownBy(hearing, `/api/site/${resource.name}`)).length === 0,
    )
  }
  for (const resource of inTurn.filter(({ singleton }) => singleton)) await STEPS.insert(resource, 1)
  await expectTruth(hearing, polling)
  hearing.holdsPolls = false
})

test('statements that change many rows, also more than 1,000', async () => {
  await run(
    `insert into faqs (question, answer, position) select 'q' || n, 'a', n from generate_series(1, 1500) n`,
  )
  expect((await expectTruth(hearing)).faqs).toHaveLength(1_500)
  await run(`update faqs set question = 'changed ' || id where position <= 1200`)
  await expectTruth(hearing)
  await run(`update faqs set answer = 'b' where position between 100 and 200`)
  await expectTruth(hearing)
  await run(`delete from faqs where position > 10`)
  expect((await expectTruth(hearing, polling)).faqs).toHaveLength(10)
})

test('records that get another id or position', async () => {
  await run('update faqs set id = id + 100000 where position = 3')
  await run('update faqs set position = 11 - position')
  const { faqs } = await expectTruth(hearing)
  expect(faqs.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('an upsert, a CTE and a COPY-sized insert in one transaction', async () => {
  await plain.transaction(async (tx) => {
    await tx.execute(sql`insert into heroes (page_key, title) values ('home', 'one')
      on conflict (page_key) do update set title = 'two'`)
    await tx.execute(sql`insert into heroes (page_key, title) values ('home', 'one')
      on conflict (page_key) do update set title = 'two'`)
    await tx.execute(sql`with gone as (delete from faqs where position = 1 returning question)
      insert into services (title, position) select question, 1 from gone`)
    await tx.execute(
      sql`insert into gallery (image, position) select '/' || n, n from generate_series(1, 50) n`,
    )
  })
  const site = await expectTruth(hearing)
  expect(site.heroes.home.title).toBe('two')
  expect(site.services).toHaveLength(1)
  expect(site.gallery).toHaveLength(50)
})

test('more missed changes than the log holds', async () => {
  await run(`do $$ begin
    for n in 1..250 loop update gallery set title = 'round ' || n where position = 1 + n % 50; end loop;
  end $$`)
  const { gallery } = await expectTruth(hearing, polling)
  expect(gallery.filter(({ title }: { title: string | null }) => title === null)).toEqual([])
})

test('the log of changes stays bounded', async () => {
  await run(`do $$ begin for n in 1..500 loop update about set title = 't' || n; end loop; end $$`)
  const [log] = await rowsOf<{ most: number }>(
    plain,
    sql`select max(changes)::int as most from (select count(*) as changes from content_changes group by resource) counted`,
  )
  expect(log!.most).toBeLessThanOrEqual(200)
  await expectTruth(hearing)
})

test('a change that was rolled back is not shown', async () => {
  const counters = () => rowsOf(plain, sql`select * from content_versions order by resource`)
  const before = { counters: await counters(), site: await shownBy(hearing) }
  announced = []
  hearing.forget()
  const { database: ours } = hearing.deps
  await ours
    .transaction(async (tx) => {
      await tx.execute(sql`update services set title = 'never'`)
      throw new Error('no')
    })
    .catch(() => {})
  expect(await counters()).toEqual(before.counters)
  expect(await shownBy(hearing)).toEqual(before.site)
  expect(hearing.rebuilds).toBe(0)

  await ours.transaction(async (tx) => {
    const undone = tx.transaction(async (inner) => {
      await inner.execute(sql`update services set title = 'never'`)
      throw new Error('no')
    })
    await undone.catch(() => {})
    await tx.execute(sql`update gallery set caption = 'once'`)
  })
  expect((await shownBy(hearing)).services).toEqual(before.site.services)
  await eventually(() => announced.length > 0)
  expect([...announcedResources()]).toEqual(['gallery'])
})

test('an author who is renamed or deleted, but no other change of an account', async () => {
  await run(`insert into admin_users (id, email, name, role, password_hash) values
    (71, 'a@example.com', 'Before', 'admin', '-'), (72, 'b@example.com', 'Other', 'admin', '-')`)
  await run(`insert into articles (title, slug, position, status, published_at, author_id) select
    't' || n, 's' || n, n, 'published', '2020-01-01', 71 + n % 2 from generate_series(1, 6) n`)
  await expectTruth(hearing)
  announced = []
  await run(`update admin_users set disabled = true, password_hash = '--'`)
  await run(`update admin_users set name = 'After' where id = 71`)
  const { articles } = await expectTruth(hearing)
  expect(articles.map(({ author }: { author: string }) => author)).toEqual([
    'Other',
    'After',
    'Other',
    'After',
    'Other',
    'After',
  ])
  await eventually(() => announced.length > 0)
  expect(announced).toHaveLength(1)
  expect([...announcedResources()]).toEqual(['articles'])
  const [change] = await rowsOf<{ ids: number[] }>(
    plain,
    sql`select ids from content_changes where resource = 'articles' order by counter desc limit 1`,
  )
  expect(change!.ids).toHaveLength(3)
  await run(`update admin_users set name_en = 'In English' where id = 71`)
  expect((await expectTruth(hearing)).articles[1].author_en).toBe('In English')
  await run('delete from admin_users where id = 72')
  expect((await expectTruth(hearing, polling)).articles[0].author).toBeNull()
})

// A dump restores rows and counters without running triggers.
async function restoring(tables: string[], restore: (tx: Tx) => Promise<unknown>) {
  await plain.transaction(async (tx) => {
    for (const table of tables) await tx.execute(sql.raw(`alter table ${table} disable trigger user`))
    await restore(tx as unknown as Tx)
    for (const table of tables) await tx.execute(sql.raw(`alter table ${table} enable trigger user`))
  })
}

test('a restored database with lower counters and other tokens', async () => {
  await restoring(['gallery', 'services', 'about'], async (tx) => {
    await tx.execute(sql`update gallery set title = 'restored'`)
    await tx.execute(sql`update about set title = 'restored'`)
    await tx.execute(sql`delete from services`)
    await tx.execute(
      sql`update content_versions set counter = 1, token = gen_random_uuid() where resource = 'gallery'`,
    )
    await tx.execute(sql`delete from content_changes where resource in ('gallery', 'services', 'about')`)
    await tx.execute(sql`delete from content_versions where resource = 'services'`)
    await tx.execute(sql`update content_versions set token = gen_random_uuid() where resource = 'about'`)
  })
  const site = await expectTruth(hearing, polling)
  expect(site.services).toEqual([])
  expect(site.about.title).toBe('restored')
})

test('a restored database that was edited beyond the known counter', async () => {
  const [first, second] = (await shownBy(hearing)).gallery
  await restoring(['gallery'], async (tx) => {
    await tx
      .update(findResource('gallery')!.table)
      .set({ title: 'restored' } as never)
      .where(eq(findResource('gallery')!.table.id, first.id))
    await tx.execute(sql`update content_changes set token = gen_random_uuid() where resource = 'gallery'`)
    await tx.execute(sql`update content_versions set token = gen_random_uuid() where resource = 'gallery'`)
  })
  await run(`update gallery set title = 'edited' where id = ${second.id}`)
  const { gallery } = await expectTruth(hearing, polling)
  expect([gallery[0].title, gallery[1].title]).toEqual(['restored', 'edited'])
})

test('a replica without notifications shows a change once it has read the counters', () => {
  expect(catchingUp.length).toBeGreaterThanOrEqual(6)
  // One reading may have begun before the change.
  expect(catchingUp.sort((a, b) => a - b)[Math.floor(catchingUp.length / 2)]).toBeLessThanOrEqual(2)
})
