// The database becomes unavailable and recovers: members known to be stale are 503, the others are served with a Warning.
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { addFirstAdmin } from '../../support/accounts.ts'
import { ADMIN, type Client, clientOf, tokenOf } from '../../support/app.ts'
import { createTestDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { openSite, type Site } from './open-site.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let site: Site
let admin: Client

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  await addFirstAdmin(site.deps.auth, ADMIN)
  admin = clientOf(site.app, await tokenOf(site.app, ADMIN))
  for (const title of ['one', 'two']) await admin('POST', '/api/admin/services', { body: { title } })
  await admin('POST', '/api/admin/articles', { body: { title: 'A', slug: 'a', status: 'published' } })
  await untilPolled()
})

afterAll(async () => {
  await site.close()
  await database.driver.close()
  await database.drop()
})

afterEach(async () => {
  site.setFault(null)
  await untilPolled()
  await eventually(async () => (await get('/api/site')).status === 200 && !(await warned()))
})

/** A poll that read the counters before the last write marks what was written as stale; this waits for the one after it. */
async function untilPolled() {
  const { polls } = site
  await eventually(() => site.polls >= polls + 2)
  await get('/api/site')
}

const get = (path: string, headers: Record<string, string> = {}) => site.anyone('GET', path, { headers })
const warned = async () => (await get('/api/site')).headers.has('Warning')

/** Changes a title in another process; this one is notified but cannot read the change. */
const changeElsewhere = (title: string) =>
  database.driver.drizzle.execute(sql`update services set title = ${title} where position = 1`)

test('while the database refuses connections, reads carry a Warning and writes are 503', async () => {
  const before = await get('/api/site')
  expect(before.headers.has('Warning')).toBe(false)
  site.setFault('refuses')
  await eventually(warned)
  for (const path of ['/api/site', '/api/site/services', '/api/articles', '/api/articles/a']) {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Warning')).toBe('111 frontage "Revalidation Failed"')
  }
  const after = await get('/api/site')
  expect(after.body).toEqual(before.body)
  const known = await get('/api/site', { 'If-None-Match': before.headers.get('ETag')! })
  expect(known.status).toBe(304)
  expect(known.headers.has('Warning')).toBe(true)
  expect((await get('/api/articles/none')).status).toBe(404)

  for (const refused of [
    await admin('PATCH', '/api/admin/services/1', { body: { title: 'x' } }),
    await admin('GET', '/api/admin/services'),
    await site.anyone('POST', '/api/auth/login', { body: ADMIN }),
  ]) {
    expect(refused.status).toBe(503)
    expect(refused.body.code).toBe('unavailable')
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/)
  }

  site.setFault(null)
  await eventually(async () => !(await warned()))
  expect((await admin('PATCH', '/api/admin/services/1', { body: { title: 'back' } })).status).toBe(200)
  expect((await get('/api/site/services')).body[0].title).toBe('back')
})

test('members known to be stale are 503, the others are served', async () => {
  site.setFault('refuses')
  await changeElsewhere('changed meanwhile')
  await eventually(async () => (await get('/api/site/services')).status === 503)
  const stale = await get('/api/site')
  expect(stale.status).toBe(503)
  expect(stale.headers.get('Content-Type')).toBe('application/problem+json')
  for (const path of ['/api/site/faqs', '/api/articles', '/api/articles/a']) {
    expect((await get(path)).status).toBe(200)
  }
  site.setFault(null)
  const fresh = await get('/api/site')
  expect(fresh.status).toBe(200)
  expect(fresh.body.services[0].title).toBe('changed meanwhile')
})

test('a change missed while the database was unavailable is shown once it is back', async () => {
  const deaf = await openSite(database, { listens: false })
  deaf.setFault('refuses')
  await changeElsewhere('missed')
  expect((await deaf.anyone('GET', '/api/site/services')).body[0].title).not.toBe('missed')
  deaf.setFault(null)
  await eventually(async () => (await deaf.anyone('GET', '/api/site/services')).body[0].title === 'missed')
  await deaf.close()
})

test('a database that hangs: a Warning, 503 for stale members after the deadline, then recovery', async () => {
  const hanging = await openSite(database, { deadlineMs: 2_000 })
  const read = (path: string) => hanging.anyone('GET', path)
  hanging.setFault('hangs')
  // The answers with a Warning come although every query waits.
  await eventually(async () => (await read('/api/site')).headers.has('Warning'))
  await changeElsewhere('behind a wall')
  await eventually(async () => (await read('/api/site/services')).status === 503)
  const answers = await Promise.all([
    read('/api/site/services'),
    read('/api/site'),
    clientOf(hanging.app, admin.token)('PATCH', '/api/admin/services/1', { body: { title: 'x' } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  hanging.setFault(null)
  await eventually(async () => (await read('/api/site')).status === 200)
  expect((await read('/api/site')).body.services[0].title).toBe('behind a wall')
  await hanging.close()
})
