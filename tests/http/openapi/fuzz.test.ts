// Sends valid and invalid requests generated from the OpenAPI document: no status 500, no response outside its schema (the
// test application checks that), and no invalid body accepted.
// FUZZ_RUNS is the number of requests per operation, FUZZ_SEED selects them.
import { afterAll, describe, expect, test } from 'bun:test'
import fc, { type Arbitrary } from 'fast-check'
import { fillWithDemo } from '../../../src/content/demo/load-demo.ts'
import { ADMIN, startApp, tokenOf } from '../../support/app.ts'
import { apiDocument, type Operation, validatorAt } from '../../support/conformance.ts'
import { png } from '../../support/images.ts'
import { arbitraryOf, invalidBody, type Schema } from './arbitrary.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 5)
const seed = Number(process.env.FUZZ_SEED ?? 20_260_101)

type Parameter = { in: 'path' | 'query' | 'header'; name: string; required?: boolean; schema: Schema }
type Body = { type: string; content: unknown; isValid: boolean | null }
type Sent = { values: Record<string, unknown>; body: Body | null; token: 'admin' | 'creator' | 'none' }

const tokens = { admin: '', creator: '', none: null as string | null }
/** Some are left after deletions for good. */
const TRASHED = 40
/** Revisions of the articles 1 to 3. */
const revisions: number[] = []
const outcomes = new Map<string, Set<number>>()

// No request leaves this machine.
const app = await startApp(
  {},
  {
    outbound: {
      ...(await import('../../../src/platform/security/safe-fetch.ts')).internet,
      resolve: async () => [],
    },
  },
)
const { database, clock, config } = app.deps
await fillWithDemo({ database, clock, mediaBase: config.site.mediaBase, siteUrl: config.site.url })
tokens.admin = app.admin.token!
tokens.creator = (await app.signIn('creator')).token!
const image = new Uint8Array(await png())
// Articles with revisions, and a trash with the entries 1 to TRASHED.
for (const id of [1, 2, 3]) {
  for (const title_en of ['Once', 'Twice'])
    await app.admin('PATCH', `/api/admin/articles/${id}`, { body: { title_en } })
  const { body } = await app.admin('GET', `/api/admin/articles/${id}/revisions`)
  revisions.push(...body.items.map((revision: { id: number }) => revision.id))
}
const created = Array.from({ length: TRASHED }, (_, number) => ({
  op: 'create',
  data: { question: `Question ${number}`, answer: '<p>Answer</p>' },
}))
const batch = async (operations: object[]) =>
  (await app.admin('POST', '/api/admin/faqs/batch', { body: { operations } })).body.items
await batch((await batch(created)).map(({ id }: { id: number }) => ({ op: 'delete', id })))
afterAll(() => app[Symbol.asyncDispose]())

const operations = Object.entries(apiDocument.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

/** Valid values of query parameters for which the document has no list. */
const KNOWN: Record<string, string[]> = {
  lang: ['fa', 'en'],
  types: ['articles', 'faqs,pages'],
  resource: ['articles', 'faqs', 'media'],
}

/** Existing, unknown and invalid ids; account 1 sends the requests and must survive. */
const ids = (path: string) =>
  fc.oneof(
    {
      // Every route draws the same numbers, so those of the trash are moved apart: one route deletes for good.
      arbitrary: path.includes('/trash/')
        ? fc.nat({ max: TRASHED - 1 }).map((number) => ((number + 3 * path.length) % TRASHED) + 1)
        : fc.integer({ min: path.includes('/users/') ? 2 : 1, max: 6 }),
      weight: 8,
    },
    {
      arbitrary: fc.constantFrom(0, -1, 2_147_483_647, 2_147_483_648, 1e21, 'x', '1.0', '%2e', 'a b', '٣'),
      weight: 1,
    },
  )

function valueFor(path: string, { name, schema, in: place }: Parameter): Arbitrary<unknown> {
  if (name === 'id') return schema.anyOf ? fc.oneof(ids(path), arbitraryOf(schema)) : ids(path)
  if (name === 'revision')
    return fc.oneof(
      ids(path),
      fc.nat().map((index) => revisions[index % revisions.length]),
    )
  if (name === 'If-Match') return fc.constantFrom('*', '*', '*', '*', '"1"', '"2"', 'x', '')
  if (name === 'Idempotency-Key') return fc.constantFrom('a', 'b', 'c', 'd e', '')
  if (place === 'path')
    return fc.oneof(arbitraryOf(schema), fc.constantFrom('%', '..', 'constructor')).filter((it) => it !== '')
  return fc.oneof(
    { arbitrary: arbitraryOf(schema), weight: 4 },
    ...(place === 'query' && KNOWN[name] ? [{ arbitrary: fc.constantFrom(...KNOWN[name]), weight: 16 }] : []),
    { arbitrary: fc.constantFrom('', '0', '-1', 'x', '99999999999', 'true', '\0'), weight: 1 },
  )
}

function requestOf(
  path: string,
  method: string,
  { parameters = [], requestBody, security }: Operation,
): Arbitrary<Sent> {
  const values = fc.record(
    Object.fromEntries((parameters as Parameter[]).map((it) => [`${it.in} ${it.name}`, valueFor(path, it)])),
    {
      requiredKeys: (parameters as Parameter[])
        .filter((it) => it.in === 'path')
        .map((it) => `path ${it.name}`),
    },
  )
  const token = security
    ? fc.oneof(
        { arbitrary: fc.constant('admin' as const), weight: 8 },
        { arbitrary: fc.constantFrom('creator' as const, 'none' as const), weight: 1 },
      )
    : fc.constant('none' as const)
  return fc.record({
    values,
    body: requestBody ? bodyOf(path, method, requestBody) : fc.constant(null),
    token,
  })
}

function bodyOf(
  path: string,
  method: string,
  { content }: { content: Record<string, { schema: Schema }> },
): Arbitrary<Body | null> {
  const bodies = Object.entries(content).map(([type, { schema }]) => {
    const validate = validatorAt('paths', path, method, 'requestBody', 'content', type, 'schema')
    return fc
      .oneof({ arbitrary: arbitraryOf(schema), weight: 2 }, { arbitrary: invalidBody(schema), weight: 1 })
      .map((value) => ({
        type,
        content: value,
        isValid: type === 'application/json' ? validate(value) : null,
      }))
  })
  return fc.oneof(
    { arbitrary: fc.oneof(...bodies), weight: 12 },
    {
      arbitrary: fc.constantFrom<Body | null>(
        { type: 'application/json', content: '{"a":', isValid: false },
        { type: 'text/plain', content: 'x', isValid: false },
        null,
      ),
      weight: 1,
    },
  )
}

function encoded({ type, content }: Body): { body: string | FormData; headers: Record<string, string> } {
  if (typeof content === 'string' && type !== 'application/json')
    return { body: content, headers: { 'Content-Type': type } }
  const fields = Object.entries((content ?? {}) as object)
  if (type === 'multipart/form-data') {
    const body = new FormData()
    for (const [name, value] of fields) {
      const isFile = name === 'file' && String(value).length % 2 === 0
      body.set(name, isFile ? new File([image], `${value}.png`) : String(value))
    }
    return { body, headers: {} }
  }
  if (type !== 'application/json') {
    const form = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)]))
    return { body: form.toString(), headers: { 'Content-Type': type } }
  }
  const isMalformed = content === '{"a":'
  return { body: isMalformed ? content : JSON.stringify(content), headers: { 'Content-Type': type } }
}

async function send(path: string, method: string, { values, body, token }: Sent) {
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  let at = path
  for (const [key, value] of Object.entries(values)) {
    const [place, name = ''] = key.split(' ')
    if (place === 'path') at = at.replace(`{${name}}`, encodeURIComponent(String(value).toWellFormed()))
    else if (place === 'query') query.set(name, String(value))
    // Clients send nothing but ASCII in it.
    else headers[name] = encodeURI(String(value).toWellFormed())
  }
  const bearer = tokens[token]
  const init = body ? encoded(body) : null
  return app.app.request(`${at}?${query}`, {
    method: method.toUpperCase(),
    headers: { ...headers, ...init?.headers, ...(bearer && { Authorization: `Bearer ${bearer}` }) },
    ...(init && { body: init.body }),
  })
}

/** Fields that this request ignores, although their schema rejects some values. */
const ignores = (path: string, method: string, token: Sent['token']) =>
  method === 'post' && /^\/api\/admin\/[\w-]+$/.test(path)
    ? ['position']
    : token === 'creator'
      ? ['status']
      : []

describe('generated requests', () => {
  test.each(operations.map((it) => [`${it.method.toUpperCase()} ${it.path}`, it] as const))(
    '%s',
    async (name, { path, method, operation }) => {
      const statuses = new Set<number>()
      outcomes.set(name, statuses)
      await fc.assert(
        fc.asyncProperty(requestOf(path, method, operation), async (sent) => {
          const { status } = await send(path, method, sent)
          statuses.add(status)
          expect(status).not.toBe(500)
          const lenient = ignores(path, method, sent.token).some(
            (field) => field in Object(sent.body?.content),
          )
          if (sent.body?.isValid === false && !lenient && operation.requestBody.required)
            expect(status).toBeGreaterThanOrEqual(400)
          if (/\/logout$/.test(path)) tokens.admin = await tokenOf(app.app, ADMIN)
        }),
        { numRuns: runs, seed },
      )
    },
  )

  test('many operations succeed at least once', () => {
    const succeeded = [...outcomes.values()].filter((statuses) =>
      [...statuses].some((status) => status < 400),
    )
    expect(succeeded.length / operations.length).toBeGreaterThan(0.33)
  })
})
