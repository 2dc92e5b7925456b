// What colleagues prepare and say about it leaves the panel nowhere: working copies, comments, notes of reviews and names of
// releases are in no public route, no route of a creator who has no part in it, no archive and no static export.
import { afterEach, expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createUser } from '../../../src/accounts/admin-users.ts'
import type { createApp } from '../../../src/app.ts'
import { generateStaticSite } from '../../../src/commands/generate-static-command.ts'
import { resources } from '../../../src/content/resources/resource-registry.ts'
import type { Deps } from '../../../src/deps.ts'
import { createAccessLookup, type RouteAccess } from '../../../src/http/requests/route-access.ts'
import { groupsIn } from '../../../src/http/route-group.ts'
import { routeGroups } from '../../../src/http/sub-apps.ts'
import { type Client, clientOf, tokenOf } from '../../support/app.ts'
import { collectOutput } from '../../support/collect-output.ts'
import { createRecord, type Row } from '../../support/records.ts'
import { cleanUp, createDirectory, onServer, runExport, withService } from './installations.ts'

afterEach(cleanUp)

const SENTINEL = 'Unseenword'
/** A page repeats what was searched for, but not the word behind it. */
const WORDS = new RegExp(`${SENTINEL} (copy|comment|quote|request|return|hidden|release)`)

/** By what it is, the requests that bring the sentinel into a record, relative to it. */
const PREPARED: Record<string, [method: string, path: string, body: object][]> = {
  'a working copy': [['PATCH', '/draft', { title: `${SENTINEL} copy`, title_en: `${SENTINEL} copy` }]],
  'a comment': [['POST', '/comments', { body: `${SENTINEL} comment` }]],
  'the quote of a comment': [
    ['POST', '/comments', { body: 'x', anchor: { field: 'title', quote: `${SENTINEL} quote`, position: 0 } }],
  ],
  'the note of a request': [
    ['PATCH', '/draft', { title: 'Next' }],
    ['POST', '/review', { action: 'request', note: `${SENTINEL} request` }],
  ],
  'the note of an answer': [
    ['PATCH', '/draft', { title: 'Next' }],
    ['POST', '/review', { action: 'request' }],
    ['POST', '/review', { action: 'return', note: `${SENTINEL} return` }],
  ],
}

const PUBLIC_RECORDS = [
  ['articles', { title: 'Shown', title_en: 'Shown', content: '<p>Text</p>', status: 'published' }],
  ['services', { title: 'Shown', title_en: 'Shown' }],
  ['pages', { title: 'Shown', title_en: 'Shown', body: '<p>Text</p>' }],
] as const

async function prepare(admin: Client): Promise<Row[]> {
  const records: Row[] = []
  for (const [resource, fields] of PUBLIC_RECORDS)
    for (const [what, requests] of Object.entries(PREPARED)) {
      const record = await createRecord(admin, resource, fields)
      for (const [method, path, body] of requests) {
        const { status } = await admin(method, record.place + path, { body })
        expect([what, path, status < 300]).toEqual([what, path, true])
      }
      records.push(record)
    }
  await createRecord(admin, 'services', { title: `${SENTINEL} hidden`, hidden: true })
  const copied = { resource: 'articles', id: records[0]!.id }
  const release = { name: `${SENTINEL} release`, items: [copied] }
  expect((await admin('POST', '/api/admin/releases', { body: release })).status).toBe(201)
  return records
}

/** The paths of all GET routes with this access, one for each record where a route has its slug, id or resource. */
function pathsOf(
  app: ReturnType<typeof createApp>,
  deps: Deps,
  records: Row[],
  isMeant: (access: RouteAccess) => boolean,
) {
  const accessOf = createAccessLookup(groupsIn(deps.config, routeGroups))
  const templates = new Set(
    app.routes
      .filter(({ method, path }) => method === 'GET' && isMeant(accessOf(path)!))
      .map(({ path }) => path),
  )
  const paths = [...templates].flatMap((template) => [
    ...records.map(({ id, slug }) => fill(template, { id, slug, resource: 'articles' })),
    ...resources.map(({ name }) => fill(template, { id: 1, slug: 'x', resource: name })),
  ])
  // A stream has no end.
  return [...new Set(paths)].filter((path) => !path.includes('*') && !path.endsWith('/events'))
}

const fill = (template: string, values: Record<string, unknown>) =>
  template.replace(/:(\w+)(\{[^}]*\})?/g, (_, name) => encodeURIComponent(String(values[name] ?? values.id)))

async function showing(client: Client, paths: readonly string[]) {
  const found = new Set<string>()
  for (const path of paths)
    for (const query of ['', `?q=${SENTINEL}&lang=en`]) {
      const { body } = await client('GET', path + query)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      if (WORDS.test(text)) found.add(path + query)
    }
  return [...found]
}

/** The files below a folder in which the sentinel stands. */
async function filesWith(directory: string) {
  const names = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const))
  expect(texts.some(([, text]) => text.includes('Shown'))).toBe(true)
  return texts.filter(([, text]) => text.includes(SENTINEL))
}

test('is in no public route, in none of a stranger, in no archive and no static export', async () => {
  const environment = await onServer()
  await withService(environment, async ({ app, deps, admin, anyone }) => {
    const records = await prepare(admin)
    const account = { email: 'stranger@example.com', password: 'a password of a stranger' }
    await createUser(deps.auth, { kind: 'system', name: 'test' }, { ...account, name: 'S', role: 'creator' })
    const stranger = clientOf(app, await tokenOf(app, account))
    await deps.searchIndex.settled()
    const open = pathsOf(app, deps, records, ({ authentication }) => authentication === 'none')
    expect(open.length).toBeGreaterThan(100)
    expect(await showing(anyone, open)).toEqual([])
    const closed = pathsOf(app, deps, records, ({ authentication }) => authentication === 'admin')
    expect(closed.length).toBeGreaterThan(200)
    expect(await showing(stranger, closed)).toEqual([])
    // The same paths show it to those who may see it.
    expect((await showing(admin, closed)).length).toBeGreaterThan(20)
  })
  const archive = join(await createDirectory(), 'archive')
  expect((await runExport({ environment, path: archive, withForms: true })).code).toBe(0)
  const archived = await filesWith(archive)
  // Hidden records are content, which moves with the site.
  expect(archived.map(([, text]) => text.match(/Unseenword \w+/g))).toEqual([['Unseenword hidden']])
  const directory = join(await createDirectory(), 'public')
  const { out } = collectOutput()
  await generateStaticSite({ directory, frontend: null, environment, out, isTTY: false })
  expect((await filesWith(directory)).map(([file]) => file)).toEqual([])
})
