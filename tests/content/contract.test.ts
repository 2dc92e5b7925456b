// The contract of the content API, tested for every resource.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { type Column, getTableColumns } from 'drizzle-orm'
import type { Resource } from '../../src/content/definition/define-resource.ts'
import { readVersions } from '../../src/content/snapshot/content-changes.ts'
import { type Answer, type Client, clientOf, startApp, type TestApp } from '../support/app.ts'
import { fieldsOf, minimalOf, type Sample, sampleOf } from '../support/samples.ts'
import { testedResources } from '../support/tested-resources.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** An invalid body, which must not be parsed. */
const READ_ONLY = { id: 4711, version: 99, created_at: '2001-01-01T00:00:00.000Z', updated_at: 'yesterday' }
/** Fields that a PUT without them leaves unchanged. */
const ADMIN_FIELDS = ['position', 'hidden', 'status', 'published_at', 'unpublish_at', 'author_id', 'slug']
const UNIQUE = ['slug', 'page_key', 'from_path']
const EDITORS_ONLY = [
  'version',
  'created_at',
  'hidden',
  'status',
  'unpublish_at',
  'author_id',
  'seo_keyphrase',
  'seo_keyphrase_en',
]
const NO_ID = 2_000_000_000
/** Three bytes in UTF-8, because the limit of a database index is in bytes. */
const LONG_LETTERS = 'ကခဂ'

const WRONG_TYPES: [string, unknown][] = [
  ['object', { a: 1 }],
  ['array', [[[]]]],
  ['string', 'neither a number nor a choice'],
  ['number', 1.5],
  ['boolean', true],
]
const jsonType = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

let app: TestApp
let admin: Client
let creator: Client

beforeAll(async () => {
  app = await startApp()
  admin = app.admin
  creator = await app.signIn('creator')
})
afterAll(() => app[Symbol.asyncDispose]())

const columnsOf = (resource: Resource) => getTableColumns(resource.table) as Record<string, Column>
const idsOf = (records: { id: number }[]) => records.map(({ id }) => id)
const pathsIn = ({ body }: Answer) => body.errors.map(({ path }: { path: string }) => path)
const without = (record: Sample, ...names: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

describe.each(testedResources.map((resource) => [resource.name, resource] as const))(
  '%s',
  (name, resource) => {
    const { singleton, ordered, publishable, key } = resource
    const path = `/api/admin/${name}`
    const fields = fieldsOf(resource)
    const required = Object.keys(minimalOf(resource, 0))
    const sample = (variant = 0) => sampleOf(resource, variant)

    /** Creates a record, or replaces a singleton's; returns it with its path. */
    async function make(body: Sample = sample()) {
      const answer = singleton
        ? await admin('PUT', `${path}/1`, { body })
        : await admin('POST', path, { body })
      expect(answer.status).toBe(singleton ? 200 : 201)
      return {
        record: answer.body as Sample & { id: number; version: number },
        at: `${path}/${answer.body.id}`,
      }
    }

    const list = async () => (await admin('GET', path)).body.items as ({ id: number } & Sample)[]
    const publicMember = async () => (await app.anyone('GET', `/api/site/${name}`)).body

    /** The record's public view in a member of `/api/site`. */
    function viewIn(member: any, record: Sample) {
      if (singleton) return member
      return key ? member[String(record[key])] : member.find((view: Sample) => view.id === record.id)
    }

    const publicFieldsOf = (record: Sample) =>
      Object.fromEntries(resource.publicFields.map((field) => [field, record[field]]))

    /** The value of an absent field: the column's default, else null. */
    const blank = (field: string) => columnsOf(resource)[field]!.default ?? null

    /** Fields of another sample, without unique fields and those with rules of their own. */
    const changes = () => without(sample(1), ...ADMIN_FIELDS, ...UNIQUE)

    async function clear() {
      if (!singleton) await app.deps.database.transaction((tx) => tx.delete(resource.table))
    }

    describe('reads and refused writes change nothing', () => {
      let record: Awaited<ReturnType<typeof make>>['record']
      let at: string
      let before: Awaited<ReturnType<typeof readVersions>>
      /** The change counters, which every change of a content table increments. */
      const counters = () => app.deps.database.query(readVersions)
      beforeAll(async () => {
        ;({ record, at } = await make())
        before = await counters()
      })
      afterEach(async () => expect(await counters()).toEqual(before))
      afterAll(async () => {
        expect(await list()).toEqual([record])
        await clear()
      })

      const requests = () => [
        ...[path, at, `${path}/reorder`].flatMap((door) => METHODS.map((method) => [method, door] as const)),
        ['PATCH', `${path}/${NO_ID}`] as const,
        ['GET', `${path}/`] as const,
        ['GET', `${at}/revisions`] as const,
        ['POST', `${at}/revisions/1/restore`] as const,
        ['GET', `${path}/not/there/at/all`] as const,
      ]

      /** The number of answers by status. */
      async function statuses(client: Client, asked = requests()) {
        const counted: Record<string, number> = {}
        for (const [method, door] of asked) {
          const body = method === 'GET' || method === 'HEAD' ? undefined : sample(1)
          const { status } = await client(method, door, { body })
          counted[status] = (counted[status] ?? 0) + 1
        }
        return counted
      }

      test('every request without a valid token is 401', async () => {
        expect(await statuses(app.anyone)).toEqual({ 401: requests().length })
        expect(await statuses(clientOf(app.app, 'not.a.token'))).toEqual({ 401: requests().length })
        const { headers, body } = await app.anyone('GET', path)
        expect(headers.get('WWW-Authenticate')).toStartWith('Bearer')
        expect(body).toMatchObject({ status: 401, code: 'unauthenticated' })
      })

      test('a creator may only write articles; the rest is 403', async () => {
        const may = (method: string, door: string) =>
          publishable && door === path && ['GET', 'HEAD', 'POST'].includes(method)
        const forbidden = requests().filter(([method, door]) => !may(method, door))
        expect(await statuses(creator, forbidden)).toEqual({ 403: forbidden.length })
      })

      test('/api/site and the member show the record with its public fields only', async () => {
        const { body: site } = await app.anyone('GET', '/api/site')
        const member = await publicMember()
        expect(Array.isArray(member)).toBe(!singleton && !key)
        expect(site[name.replaceAll('-', '_')]).toEqual(member)
        const view = viewIn(member, record)
        expect(view).toEqual(publicFieldsOf(record))
        for (const field of EDITORS_ONLY) expect(view).not.toHaveProperty(field)
        expect(JSON.stringify(view)).not.toContain('admin@example.com')
      })

      test('/api/admin/site shows the record with every field', async () => {
        const { body: site } = await admin('GET', '/api/admin/site')
        expect(viewIn(site[name.replaceAll('-', '_')], record)).toEqual(record)
      })

      test('an unknown record is 404', async () => {
        for (const method of ['GET', 'PUT', 'PATCH', ...(singleton ? [] : ['DELETE'])]) {
          const body = method === 'GET' ? undefined : sample()
          const answer = await admin(method, `${path}/${NO_ID}`, { body })
          expect([method, answer.status, answer.body.code]).toEqual([method, 404, 'not_found'])
        }
        expect((await admin('GET', `${path}/${NO_ID}/revisions`)).status).toBe(404)
        expect((await admin('POST', `${path}/${NO_ID}/revisions/1/restore`)).status).toBe(404)
      })

      test('an invalid page or page size is 422, naming the parameter', async () => {
        for (const [query, field] of [
          ['per_page=101', 'per_page'],
          ['page=0', 'page'],
        ] as const) {
          const answer = await admin('GET', `${path}?${query}`)
          expect([query, answer.status, ...pathsIn(answer)]).toEqual([query, 422, field])
        }
      })

      test('a PATCH that is empty or has only read-only fields is 200 and keeps the version', async () => {
        const derived = Object.fromEntries(Object.keys(resource.derived).map((field) => [field, 'somebody']))
        for (const body of [{}, { ...READ_ONLY, ...derived }]) {
          const answer = await admin('PATCH', at, { body })
          expect([answer.status, answer.headers.get('ETag')]).toEqual([200, `"${record.version}"`])
          expect(answer.body).toEqual(record)
        }
      })

      test('every missing required field is named', async () => {
        for (const field of required) {
          const answers = [await admin('PUT', at, { body: without(sample(1), field) })]
          if (!singleton) answers.push(await admin('POST', path, { body: without(sample(1), field) }))
          for (const { status, body } of answers) {
            expect(status).toBe(422)
            expect(body.errors).toMatchObject([{ path: field, code: 'required', message: 'is required' }])
          }
        }
      })

      test('an unknown field is 422, naming the field', async () => {
        const answers = [
          await admin('PATCH', at, { body: { surprise: 1 } }),
          await admin('PUT', at, { body: { ...sample(1), surprise: null } }),
        ]
        if (!singleton) answers.push(await admin('POST', path, { body: { ...sample(1), surprise: {} } }))
        for (const { status, body } of answers) {
          expect({ status, code: body.code }).toEqual({ status: 422, code: 'validation_failed' })
          expect(body.errors).toMatchObject([{ path: 'surprise', code: 'unknown_field' }])
        }
      })

      test('a value of the wrong type is 422, naming the field', async () => {
        const full: Sample = { category_id: 1, author_id: 1, parent_id: 1, position: 1, ...sample() }
        for (const [type, value] of WRONG_TYPES) {
          const wrong = fields.map((field) => field.name).filter((field) => jsonType(full[field]) !== type)
          if (wrong.length === 0) continue
          const body = Object.fromEntries(wrong.map((field) => [field, value]))
          const answer = await admin('PATCH', at, { body })
          expect([type, answer.status]).toEqual([type, 422])
          expect(new Set(pathsIn(answer))).toEqual(new Set(wrong))
        }
        for (const { name: field } of fields) {
          const answer = await admin('PATCH', at, { body: { [field]: { a: 1 } } })
          expect([answer.status, ...pathsIn(answer)]).toEqual([422, field])
        }
      })

      test('null in a required field is 422, naming the field', async () => {
        for (const { name: field, schema } of fields) {
          if (schema.safeParse(null).success) continue
          const answer = await admin('PATCH', at, { body: { [field]: null } })
          expect([answer.status, ...pathsIn(answer)]).toEqual([422, field])
        }
      })

      test('an If-Match without the current version is 412 with the current ETag', async () => {
        const current = `"${record.version}"`
        for (const method of ['PUT', 'PATCH', ...(singleton ? [] : ['DELETE'])]) {
          for (const stale of [`"${record.version - 1}"`, `W/${current}`]) {
            const answer = await admin(method, at, { body: sample(1), headers: { 'If-Match': stale } })
            expect([method, stale, answer.status, answer.body.code]).toEqual([method, stale, 412, 'stale'])
            expect(answer.headers.get('ETag')).toBe(current)
          }
        }
      })

      if (ordered) {
        test('a position out of range is 422', async () => {
          for (const position of [-1, 1_000_001, 2_147_483_648, 1.5]) {
            const answer = await admin('PATCH', at, { body: { position } })
            expect([answer.status, ...new Set(pathsIn(answer))]).toEqual([422, 'position'])
          }
        })
      }

      if (singleton) {
        test('the only record can be neither created nor deleted: 405 with Allow', async () => {
          for (const [method, door, allowed] of [
            ['POST', path, ['GET']],
            ['DELETE', at, ['GET', 'PUT', 'PATCH']],
          ] as const) {
            const { status, headers, body } = await admin(method, door, { body: sample() })
            expect({ status, code: body.code }).toEqual({ status: 405, code: 'method_not_allowed' })
            const allow = headers.get('Allow')!.split(', ')
            expect(allow).toEqual(expect.arrayContaining([...allowed]))
            expect(allow).not.toContain(method)
          }
          expect(record.id).toBe(1)
        })
      }
    })

    describe('writing', () => {
      afterEach(clear)

      if (!singleton) {
        test('POST is 201 with the whole record, its ETag and the Location of the same record', async () => {
          const before = Date.now()
          const { status, headers, body } = await admin('POST', path, { body: sample() })
          expect([status, headers.get('ETag')]).toEqual([201, '"1"'])
          expect(body).toMatchObject({ ...sample(), version: 1 })
          const columns = [...Object.keys(columnsOf(resource)), ...Object.keys(resource.derived)]
          expect(Object.keys(body).sort()).toEqual(
            columns.filter((name) => !/^(public_slug|words(_en)?)$/.test(name)).sort(),
          )
          expect(body.created_at).toBe(body.updated_at)
          expect(Date.parse(body.created_at)).toBeWithin(before, Date.now() + 1)
          const found = await admin('GET', headers.get('Location')!)
          expect([found.status, found.headers.get('ETag')]).toEqual([200, '"1"'])
          expect(found.body).toEqual(body)
          expect(await list()).toEqual([body])
        })

        test('POST needs only the required fields; the others become null or their default', async () => {
          const { record } = await make(minimalOf(resource, 0))
          for (const { name: field } of fields) {
            if (required.includes(field)) expect(record[field]).toEqual(sample()[field])
            else if (!['position', 'slug', 'author_id'].includes(field))
              expect([field, record[field]]).toEqual([field, blank(field)])
          }
        })

        test('POST ignores read-only fields', async () => {
          const readOnly = { ...READ_ONLY, ...(ordered && { position: -5 }) }
          const { record } = await make({ ...sample(), ...readOnly })
          for (const [field, value] of Object.entries(readOnly)) expect(record[field]).not.toEqual(value)
          expect(record).toMatchObject(sample())
        })

        test('a list has the same envelope with and without paging; DELETE is 204, and the record is gone', async () => {
          const made = [await make(sample(0)), await make(sample(1)), await make(sample(2))]
          const records = made.map(({ record }) => record)
          const page = async (query: string) => (await admin('GET', `${path}${query}`)).body
          expect(await page('')).toEqual({ items: records, page: 1, per_page: 3, total: 3 })
          const two = { per_page: 2, total: 3 }
          expect(await page('?per_page=2')).toEqual({ items: records.slice(0, 2), page: 1, ...two })
          expect(await page('?page=2&per_page=2')).toEqual({ items: records.slice(2), page: 2, ...two })
          expect(await page('?page=3&per_page=100')).toMatchObject({ items: [], total: 3 })

          const { record, at } = made[0]!
          const { status, body } = await admin('DELETE', at)
          expect([status, body]).toEqual([204, ''])
          for (const method of ['GET', 'DELETE']) expect((await admin(method, at)).status).toBe(404)
          expect((await admin('GET', `${at}/revisions`)).status).toBe(404)
          expect(await list()).toEqual(records.slice(1))
          expect(viewIn(await publicMember(), record)).toBeUndefined()
          expect(viewIn(await publicMember(), records[1]!)).toBeDefined()
        })
      }

      const unique = fields.map((field) => field.name).filter((field) => columnsOf(resource)[field]!.isUnique)
      test.each(unique)('a second record with the same %s is 409 and changes nothing', async (field) => {
        const first = (await make(sample(0))).record
        const second = await make(sample(1))
        const taken = { [field]: first[field] }
        for (const { status, body } of [
          await admin('POST', path, { body: { ...sample(2), ...taken } }),
          await admin('PUT', second.at, { body: { ...sample(1), ...taken } }),
          await admin('PATCH', second.at, { body: taken }),
        ]) {
          expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' })
          expect(body.errors).toMatchObject([{ path: field, code: 'taken' }])
        }
        expect(await list()).toEqual([first, second.record])
      })

      // Enough rounds for any two fields to be sent separately at least once.
      test('PATCH changes only the fields sent and increments the version', async () => {
        const { record, at } = await make()
        const names = Object.keys(changes())
        let before: Sample & { version: number } = record
        for (let bit = 1; bit < Math.max(names.length, 2); bit *= 2) {
          for (const side of [0, bit]) {
            const half = names.filter((_, index) => (index & bit) === side)
            if (half.length === 0) continue
            const values = sample(before.version % 2)
            const sent = Object.fromEntries(half.map((field) => [field, values[field]]))
            const { status, headers, body } = await admin('PATCH', at, { body: sent })
            const version = before.version + 1
            expect([status, headers.get('ETag')]).toEqual([200, `"${version}"`])
            expect(body).toEqual({ ...before, ...sent, version, updated_at: body.updated_at })
            expect(body.updated_at >= (before.updated_at as string)).toBe(true)
            before = body
          }
        }
        expect((await admin('GET', at)).body).toEqual(before)
        expect(viewIn(await publicMember(), record)).toEqual(publicFieldsOf(before))
      })

      test('PATCH with null clears optional fields', async () => {
        const { at } = await make()
        const nullable = fields
          .filter(({ schema }) => schema.safeParse(null).success)
          .map((field) => field.name)
        const nulls = Object.fromEntries(
          nullable.filter((field) => field !== 'published_at').map((field) => [field, null]),
        )
        expect((await admin('PATCH', at, { body: nulls })).body).toMatchObject(nulls)
      })

      test('PUT sets absent fields to null or their default, except position, publication, author and slug', async () => {
        const { record, at } = await make()
        const { status, body } = await admin('PUT', at, { body: minimalOf(resource, 0) })
        expect(status).toBe(200)
        for (const { name: field } of fields) {
          const kept = ADMIN_FIELDS.includes(field) || required.includes(field)
          expect([field, body[field]]).toEqual([field, kept ? record[field] : blank(field)])
        }
        const { id, version, created_at } = record
        expect(body).toMatchObject({ id, version: version + 1, created_at })
      })

      test('PUT accepts the whole record as GET returned it', async () => {
        const { record, at } = await make()
        const { status, body } = await admin('PUT', at, { body: (await admin('GET', at)).body })
        expect(status).toBe(200)
        expect(without(body, 'version', 'updated_at')).toEqual(without(record, 'version', 'updated_at'))
      })

      test('one of two writers with the same version is 412, and succeeds with the new ETag', async () => {
        const { record, at } = await make()
        const write = (method: string, ifMatch: string) =>
          admin(method, at, { body: sample(), headers: { 'If-Match': ifMatch } })
        const current = `"${record.version}"`
        const answers = await Promise.all([write('PATCH', current), write('PATCH', current)])
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
        const version = record.version + 1
        expect((await write('PUT', `"0", "${version}"`)).body.version).toBe(version + 1)
        expect((await write('PATCH', '*')).body.version).toBe(version + 2)
        if (!singleton) expect((await write('DELETE', `"${version + 2}"`)).status).toBe(204)
      })

      test('the longest value of every text is stored unchanged', async () => {
        const long = fields
          .filter(({ kind, json }) => kind !== 'rich' && json.type === 'string' && json.maxLength)
          .filter(({ type }) =>
            [LONG_LETTERS, `/${LONG_LETTERS}`].some((text) => type.safeParse(text).success),
          )
          .map(({ name: field, kind, type, json }) => {
            const start = kind === null && type.safeParse(LONG_LETTERS).success ? '' : '/'
            return [field, (start + LONG_LETTERS.repeat(json.maxLength!)).slice(0, json.maxLength!)]
          })
        const body = Object.fromEntries(long)
        expect((await make({ ...sample(), ...body })).record).toMatchObject(body)
      })

      const rich = fields.filter(({ kind }) => kind === 'rich').map((field) => field.name)
      if (rich.length > 0) {
        test('rich text is sanitized on every write', async () => {
          const filled = (html: string) => Object.fromEntries(rich.map((field) => [field, html]))
          const dirty = filled('<p onclick="a()">ok<script>alert(1)</script></p>')
          const clean = filled('<p>ok</p>')
          const { record, at } = await make({ ...sample(), ...dirty })
          expect(record).toMatchObject(clean)
          for (const method of ['PUT', 'PATCH']) {
            await admin('PATCH', at, { body: filled('<p>before</p>') })
            expect((await admin(method, at, { body: { ...sample(), ...dirty } })).body).toMatchObject(clean)
          }
          expect(viewIn(await publicMember(), record)).toMatchObject(clean)
        })
      }

      if (ordered) {
        test('records are ordered by position, then id; a new record comes last', async () => {
          const place = (id: number, position: number) =>
            admin('PATCH', `${path}/${id}`, { body: { position } })
          const ids = [(await make(sample(0))).record.id, (await make(sample(1))).record.id]
          const [first, second] = ids as [number, number]
          expect(idsOf(await list())).toEqual([first, second])
          await place(first, 900)
          expect(idsOf(await list())).toEqual([second, first])
          expect(idsOf(await publicMember())).toEqual([second, first])
          await place(second, 900)
          expect(idsOf(await list())).toEqual([first, second])
          expect(idsOf(await publicMember())).toEqual([first, second])
          expect(idsOf((await admin('GET', `${path}?page=2&per_page=1`)).body.items)).toEqual([second])
          const { record } = await make(sample(2))
          expect(record.position).toBeGreaterThan(900)
          expect(idsOf(await publicMember())).toEqual([first, second, record.id])
        })
      }
    })
  },
)
