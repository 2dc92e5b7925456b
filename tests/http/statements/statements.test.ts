// The number and text of the SQL statements of the routes that matter, as committed in `statements.txt`, on both databases.
// Cold is the first such request to a process, which has read the site when it started; warm is the next.
import { afterAll, describe, expect, test } from 'bun:test'
import { createApp } from '../../../src/app.ts'
import { resources } from '../../../src/content/resources/resource-registry.ts'
import { Snapshot } from '../../../src/content/snapshot/snapshot.ts'
import { createDeps } from '../../../src/deps.ts'
import { toConfig } from '../../../src/platform/config/config.ts'
import { parseEnv, SERVICE } from '../../../src/platform/config/env.ts'
import { createLog } from '../../../src/platform/log.ts'
import { watch } from '../../platform/db/watched-driver.ts'
import { addFirstAdmin, quickPasswords } from '../../support/accounts.ts'
import { ADMIN, type Client, clientOf, peerOfTest, tokenOf } from '../../support/app.ts'
import { createTestDatabase } from '../../support/database.ts'
import { PATIENCE_MS } from '../../support/eventually.ts'
import { png, upload } from '../../support/images.ts'
import { createTestStorage } from '../../support/storage.ts'
import { recordStatements } from './record-statements.ts'
import {
  describeDifference,
  readStatements,
  type Statements,
  UPDATE,
  writeStatements,
} from './statement-file.ts'

const committed: Statements = process.env[UPDATE] ? new Map() : await readStatements()
const sent: Statements = new Map()

const { driver, drop } = await createTestDatabase()
const { storage, drop: dropStorage } = await createTestStorage()
const recorder = recordStatements(driver)
const config = toConfig(parseEnv({ JWT_SECRET: 'a test key that is longer than 32 bytes' }, SERVICE))

/** A process of the service on the same database and store. */
async function startProcess() {
  // Neither notifications nor polls, which would sometimes read a change before the request's own refresh does.
  const watched = watch(recorder.driver, { listens: false, closes: false })
  watched.holdsPolls = true
  // The test gives no clock: the times of limits are then those of the database, as in production.
  const deps = await createDeps(config, {
    driver: watched.driver,
    storage: { ...storage, close: () => {} },
    deadlineMs: PATIENCE_MS,
    log: createLog('silent'),
    passwords: quickPasswords,
  })
  async function stop() {
    watched.holdsPolls = false
    await deps[Symbol.asyncDispose]()
  }
  return { deps, app: createApp(deps, peerOfTest), stop }
}

const { token, previewToken, picture } = await prepareSite()
const { deps, app, stop } = await startProcess()
const anyone = clientOf(app, null)
const admin = clientOf(app, token)

afterAll(async () => {
  await stop()
  await driver.close()
  await drop()
  await dropStorage()
  if (process.env[UPDATE]) await writeStatements(sent)
})

/** Fills the database from another process, so that the one under test has answered nothing yet. */
async function prepareSite() {
  const { deps, app, stop } = await startProcess()
  await addFirstAdmin(deps.auth, ADMIN)
  const token = await tokenOf(app, ADMIN)
  const admin = clientOf(app, token)
  for (const title of ['One', 'Two']) await createArticle(admin, { title, status: 'published' })
  for (const title of ['Draft', 'Other draft']) await createArticle(admin, { title, status: 'draft' })
  const previewToken = await createPreview(admin, ['articles/1', 'articles/2', 'about/1'])
  const { body } = await upload({ app, admin }, await png(), { name: 'picture' })
  await deps.searchIndex.catchUp()
  await stop()
  return { token, previewToken, picture: body.url as string }
}

async function createArticle(admin: Client, { title, status }: { title: string; status: string }) {
  const body = {
    title,
    slug: title.toLowerCase().replace(' ', '-'),
    content: `<p>About ${title}</p>`,
    status,
  }
  expect((await admin('POST', '/api/admin/articles', { body })).status).toBe(201)
}

/** The token of a preview of the site with working copies of these records. */
async function createPreview(admin: Client, names: string[]): Promise<string> {
  const items = names.map((name) => ({ resource: name.split('/')[0], id: Number(name.split('/')[1]) }))
  for (const name of names) {
    const body = name.startsWith('about') ? { intro: 'New' } : { title: 'New' }
    expect((await admin('PATCH', `/api/admin/${name}/draft`, { body })).status).toBe(200)
  }
  return (await admin('POST', '/api/admin/preview', { body: { items } })).body.token
}

const get = (path: string) => () => anyone('GET', path)
const patch = (id: number, body: object) => admin('PATCH', `/api/admin/articles/${id}`, { body })

const draft = (n: number) => ({ title: `New ${n}`, slug: `new-${n}`, content: '<p>Text</p>' })

const REQUESTS: [string, (round: number) => Promise<{ status: number }>][] = [
  ['GET /api/site', get('/api/site')],
  ['GET /api/articles', get('/api/articles')],
  ['GET /api/articles?page', get('/api/articles?page=1&per_page=20')],
  ['GET /api/articles/:slug', get('/api/articles/one')],
  ['GET /api/search', get('/api/search?q=about')],
  ['GET /', get('/')],
  ['GET /blog', get('/blog')],
  ['GET /blog/:slug', get('/blog/one')],
  ['GET /sitemap.xml', get('/sitemap.xml')],
  ['GET /blog/feed.xml', get('/blog/feed.xml')],
  ['GET /media/:path', get(picture)],
  ['preview of the site: GET /', get(`/?preview=${previewToken}`)],
  ['GET /api/admin/articles', () => admin('GET', '/api/admin/articles?page=1&per_page=20')],
  ['PATCH /api/admin/articles/:id', (round) => patch(1, { title: `One, ${round}` })],
  ['publish: PATCH /api/admin/articles/:id', (round) => patch(3 + round, { status: 'published' })],
  ['POST /api/admin/articles', (round) => admin('POST', '/api/admin/articles', { body: draft(round) })],
  [
    'POST /api/admin/articles/batch',
    (round) =>
      admin('POST', '/api/admin/articles/batch', {
        body: { operations: [3, 4, 5].map((n) => ({ op: 'create', data: draft(n + 3 * round) })) },
      }),
  ],
  ['DELETE /api/admin/articles/:id', (round) => admin('DELETE', `/api/admin/articles/${5 + round}`)],
  ['POST /api/auth/login', () => anyone('POST', '/api/auth/login', { body: ADMIN })],
  [
    'POST /api/admin/upload',
    async (round) =>
      upload({ app, admin }, await png({ width: 40 + round }), {
        name: `picture-${round}`,
      }),
  ],
]

function compare(name: string, statements: string[]) {
  sent.set(name, statements)
  if (process.env[UPDATE]) return
  const difference = describeDifference(name, committed.get(name), statements)
  if (difference) throw new Error(difference)
}

test('the site, read when a process starts', async () => {
  const { database, clock } = deps
  const statements = await recorder.record(async () => {
    const { languages } = config.site
    const maxBytes = config.snapshotMaxBytes
    const snapshot = new Snapshot({ database, resources, languages, clock, maxBytes, onError: () => {} })
    await snapshot.open()
    snapshot.close()
  })
  // The resources are read side by side.
  compare('the site, read when a process starts', statements.sort())
})

describe.each(REQUESTS)('%s', (request, send) => {
  test.each(['cold', 'warm'])('%s', async (state) => {
    let status = 0
    const statements = await recorder.record(async () => {
      status = (await send(state === 'cold' ? 0 : 1)).status
    })
    expect(status).toBeWithin(200, 300)
    compare(`${request}, ${state}`, statements)
  })
})

test('the snapshot holds no other requests', () => {
  if (!process.env[UPDATE]) expect([...committed.keys()]).toEqual([...sent.keys()])
})
