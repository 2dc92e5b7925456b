// Derived columns, such as the name of an article's author, are never older than what they are derived from, although
// neither the record nor its version changes with it.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { resources } from '../../../src/content/resources/resource-registry.ts'
import type { Tx } from '../../../src/platform/db/database.ts'
import { articles } from '../../../src/platform/db/schema/articles.ts'
import { adminUsers } from '../../../src/platform/db/schema/auth.ts'
import { addAccount, addFirstAdmin } from '../../support/accounts.ts'
import { ADMIN, type Client, clientOf, tokenOf } from '../../support/app.ts'
import { createTestDatabase, holdTransaction, onPostgres, untilLocked } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { roundsOf } from '../../support/rounds.ts'
import { openSite, type Site } from './open-site.ts'

const ROUNDS = roundsOf(40, 3)

let database: Awaited<ReturnType<typeof createTestDatabase>>
let sites: [Site, Site]
let admin: Client
let there: Client

beforeAll(async () => {
  database = await createTestDatabase()
  sites = [await openSite(database), await openSite(database)]
  await addFirstAdmin(sites[0].deps.auth, ADMIN)
  const token = await tokenOf(sites[0].app, ADMIN)
  admin = clientOf(sites[0].app, token)
  there = clientOf(sites[1].app, token)
})

afterAll(async () => {
  for (const site of sites) await site.close()
  await database.driver.close()
  await database.drop()
})

const derivedResources = resources.filter(({ derived }) => Object.keys(derived).length > 0)

let accounts = 0
async function author(name: string): Promise<number> {
  const account = { email: `author${++accounts}@example.com`, password: 'x', name, role: 'creator' } as const
  return (await addAccount(sites[0].deps.auth, account)).id
}

async function create(client: Client, body: object) {
  const answer = await client('POST', '/api/admin/articles', {
    body: { title: 'x', status: 'published', ...body },
  })
  expect(answer.status).toBe(201)
  return answer.body
}

async function patch(client: Client, path: string, body: object) {
  const answer = await client('PATCH', `/api/admin/${path}`, { body })
  expect(answer.status).toBe(200)
  return answer.body
}

const rename = (client: Client, id: number, name: string) =>
  patch(client, `users/${id}`, { name, name_en: `${name} in English` })

const renameIn = (tx: Tx, id: number, name: string) =>
  tx
    .update(adminUsers)
    .set({ name, name_en: `${name} in English` })
    .where(eq(adminUsers.id, id))

const named = (name: string) => ({ author: name, author_en: `${name} in English` })

/** What the database derives for the records of a resource now. */
const derivedBy = ({ table, derived }: (typeof resources)[number]) =>
  sites[0].deps.database.query((tx) =>
    tx
      .select({ id: table.id, ...derived })
      .from(table)
      .orderBy(table.id),
  )

/** The same as a site shows it. */
async function shownBy(site: Site, { name, derived }: (typeof resources)[number]) {
  const { body } = await site.anyone('GET', `/api/site/${name}`)
  const fields = ['id', ...Object.keys(derived)]
  const records = body.map((record: any) => Object.fromEntries(fields.map((field) => [field, record[field]])))
  return records.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)
}

/** Both replicas show what the database has, without a restart. */
async function expectNothingStale() {
  for (const resource of derivedResources) {
    let difference: unknown
    const isShown = async () => {
      const stored = await derivedBy(resource)
      for (const site of sites) {
        const shown = await shownBy(site, resource)
        if (Bun.deepEquals(shown, stored)) continue
        difference = { shown, stored }
        return false
      }
      return true
    }
    await eventually(isShown).catch(() => expect(difference).toBeUndefined())
  }
}

test('names of authors are all that is derived', () => {
  expect(derivedResources.map(({ name, derived }) => [name, Object.keys(derived)])).toEqual([
    ['articles', ['author', 'author_en']],
  ])
})

test('two replicas show the present names beside changes, creations and new authors of their articles', async () => {
  const authors = [await author('A'), await author('B')] as const
  const ids: number[] = []
  for (let count = 0; count < 4; count++)
    ids.push((await create(admin, { title: `t${count}`, author_id: authors[0] })).id)
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = round % 2 ? [admin, there] : [there, admin]
    const newcomer = await author(`Newcomer ${round}`)
    await Promise.all([
      ...ids.slice(0, 3).map((id) => patch(first, `articles/${id}`, { title: `t${id} ${round}` })),
      rename(first, authors[0], `A ${round}`),
      rename(second, newcomer, `N ${round}`),
      create(first, { title: `new ${round}`, author_id: newcomer }),
      patch(second, `articles/${ids[3]}`, { author_id: authors[round % 2]! }),
      rename(second, authors[1], `B ${round}`),
    ])
    await expectNothingStale()
  }
})

/** Starts `write` while `held` is uncommitted, and returns its answer once that has been committed. */
async function beside<T>(held: (tx: Tx) => Promise<unknown>, write: () => Promise<T>): Promise<T> {
  const { database } = sites[0].deps
  const transaction = await holdTransaction(database, held)
  const writing = write()
  await untilLocked(database, 1)
  await transaction.end()
  return writing
}

test.if(onPostgres)('a change that waited for a new name answers with it, and shows it', async () => {
  const id = await author('Former')
  const article = await create(admin, { author_id: id })
  const held = (tx: Tx) => renameIn(tx, id, 'Present')
  const answer = await beside(held, () => patch(admin, `articles/${article.id}`, { title: 'y' }))
  expect(answer).toMatchObject(named('Present'))
  await expectNothingStale()
})

test.if(onPostgres)('a creation that waited for a new name answers with it, and shows it', async () => {
  const id = await author('Former')
  const answer = await beside(
    (tx) => renameIn(tx, id, 'Present'),
    () => create(admin, { author_id: id }),
  )
  expect(answer).toMatchObject(named('Present'))
  await expectNothingStale()
})

test.if(onPostgres)(
  'creations in one batch that waited for a new name answer with it, and show it',
  async () => {
    const id = await author('Former')
    const operation = (title: string) => ({
      op: 'create',
      data: { title, status: 'published', author_id: id },
    })
    const answer = await beside(
      (tx) => renameIn(tx, id, 'Present'),
      () =>
        admin('POST', '/api/admin/articles/batch', {
          body: { operations: [operation('a'), operation('b')] },
        }),
    )
    expect(answer.status).toBe(200)
    await expectNothingStale()
  },
)

test.if(onPostgres)('a new name waits for an article that its author is about to get', async () => {
  const id = await author('Former')
  await beside(
    (tx) =>
      tx.insert(articles).values({
        title: 'x',
        slug: 'given',
        position: 1,
        status: 'published',
        published_at: new Date(0),
        author_id: id,
      } as never),
    () => rename(admin, id, 'Present'),
  )
  await expectNothingStale()
  const { body } = await sites[0].anyone('GET', '/api/articles/given')
  expect(body).toMatchObject(named('Present'))
})
