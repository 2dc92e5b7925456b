// Reordering, alone and concurrently with other writes.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { services as table } from '../../src/platform/db/schema/sections.ts'
import { type Client, startApp, type TestApp } from '../support/app.ts'
import { onPostgres } from '../support/database.ts'
import { roundsOf } from '../support/rounds.ts'
import { sampleOf } from '../support/samples.ts'
import { testedResources } from '../support/tested-resources.ts'

type Placed = { id: number; position: number; version: number; updated_at: string }

// The embedded database runs one transaction at a time, so there are fewer interleavings to try.
const ROUNDS = roundsOf(10, 2)
const CROWD = onPostgres ? 50 : 10

const SERVICES = '/api/admin/services'

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await startApp()
  admin = app.admin
})
afterAll(() => app[Symbol.asyncDispose]())
afterEach(() => app.deps.database.transaction((tx) => tx.delete(table)))

const idsOf = (records: { id: number }[]) => records.map(({ id }) => id)
const positionsOf = (records: { position: number }[]) => records.map(({ position }) => position)
const list = () => admin('GET', SERVICES)
const records = async () => (await list()).body.items as Placed[]
const ids = async () => idsOf(await records())
const publicIds = async () => idsOf((await app.anyone('GET', '/api/site/services')).body)
const reorder = (body: unknown, headers: Record<string, string> = {}) =>
  admin('POST', `${SERVICES}/reorder`, { body, headers })

async function make(title = 'a service') {
  const { status, body } = await admin('POST', SERVICES, { body: { title } })
  expect(status).toBe(201)
  return body as Placed
}

/** Creates `count` records and returns their ids in order. */
async function makeSome(count: number) {
  const made: number[] = []
  for (let index = 0; index < count; index++) made.push((await make()).id)
  return made as [number, number, number, number, number]
}

/** The list; expects distinct positions and the same order in the public read. */
async function orderIsSound() {
  const found = await records()
  const positions = positionsOf(found)
  expect(new Set(positions).size).toBe(found.length)
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(await publicIds()).toEqual(idsOf(found))
  return found
}

describe('reorder', () => {
  test('moves the listed records to the front, in that order, and keeps the order of the rest', async () => {
    const [a, b, c, d, e] = await makeSome(5)
    const { status, headers, body } = await reorder({ ids: [d, b] })
    expect(status).toBe(200)
    expect(idsOf(body.items)).toEqual([d, b, a, c, e])
    expect(headers.get('ETag')).toBe((await list()).headers.get('ETag'))
    const after = await orderIsSound()
    expect(after.map(({ id, position }) => ({ id, position }))).toEqual(body.items)
  })

  test('accepts a bare array, the whole list, and an empty list, which changes nothing', async () => {
    const [a, b, c] = await makeSome(3)
    expect(idsOf((await reorder([c])).body.items)).toEqual([c, a, b])
    expect(idsOf((await reorder([b, a, c])).body.items)).toEqual([b, a, c])
    for (const nothing of [[], { ids: [] }]) {
      const { status, body } = await reorder(nothing)
      expect([status, idsOf(body.items)]).toEqual([200, [b, a, c]])
    }
    expect(idsOf(await orderIsSound())).toEqual([b, a, c])
  })

  test('of an empty resource answers an empty list', async () => {
    const { status, body } = await reorder([])
    expect({ status, body }).toEqual({ status: 200, body: { items: [] } })
  })

  test('changes neither versions nor timestamps, so pending edits stay valid', async () => {
    const [a, b, c] = await makeSome(3)
    const before = await records()
    await reorder([c, b])
    const after = await records()
    for (const { id, version, updated_at } of before)
      expect(after.find((record) => record.id === id)).toMatchObject({ version, updated_at })
    const { status } = await admin('PATCH', `${SERVICES}/${a}`, {
      body: { title: 'edited' },
      headers: { 'If-Match': '"1"' },
    })
    expect(status).toBe(200)
    expect(await ids()).toEqual([c, b, a])
  })

  test('renumbers equal and sparse positions', async () => {
    const [a, b, c] = await makeSome(3)
    for (const id of [a, b, c]) await admin('PATCH', `${SERVICES}/${id}`, { body: { position: 1_000_000 } })
    await reorder([c, a])
    expect(idsOf(await orderIsSound())).toEqual([c, a, b])
    const last = await make()
    expect(idsOf(await orderIsSound())).toEqual([c, a, b, last.id])
  })

  test('with a duplicate or unknown id is 422 and changes nothing', async () => {
    const [a, b, c] = await makeSome(3)
    const before = await records()
    const other =
      (await admin('POST', '/api/admin/why-us', { body: { title: 'not a service' } })).body.id + 1_000
    for (const [sent, path, code] of [
      [[c, b, c], 'ids.2', 'duplicate_id'],
      [[c, other, a], 'ids.1', 'unknown_id'],
      [[c, 2_000_000_000], 'ids.1', 'unknown_id'],
      [[c, 9_007_199_254_740_991], 'ids.1', 'unknown_id'],
    ] as const) {
      for (const body of [sent, { ids: sent }]) {
        const answer = await reorder(body)
        expect(answer.status).toBe(422)
        expect(answer.body.errors).toMatchObject([{ path, code }])
      }
    }
    expect(await records()).toEqual(before)
  })

  test('with anything but ids is 422, naming the place, and changes nothing', async () => {
    const [a, b] = await makeSome(2)
    const before = await records()
    for (const [sent, ...paths] of [
      [{}, 'ids'],
      [{ ids: null }, 'ids'],
      [{ ids: { 0: b } }, 'ids'],
      [{ ids: [b, a], position: 1 }, 'position'],
      [{ ids: [b, `${a}`] }, 'ids.1'],
      [
        [b, null, 1.5, 0, -1, '1;drop', [a], { id: a }, true],
        ...[1, 2, 3, 4, 5, 6, 7, 8].map((at) => `ids.${at}`),
      ],
      [b, ''],
      ['all', ''],
      [null, ''],
    ] as [unknown, ...string[]][]) {
      const answer = await reorder(JSON.stringify(sent))
      expect(answer.status).toBe(422)
      expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(paths)
    }
    expect(await records()).toEqual(before)
  })

  test('with a stale ETag is 412 with the current one', async () => {
    const [a, b, c] = await makeSome(3)
    const read = (await list()).headers.get('ETag')!
    const theirs = await reorder([b], { 'If-Match': read })
    expect(theirs.status).toBe(200)
    const { status, headers, body } = await reorder([c], { 'If-Match': read })
    expect({ status, code: body.code }).toEqual({ status: 412, code: 'stale' })
    expect(body.detail).toBe('The order has changed since you read it; load it again.')
    expect(headers.get('ETag')).toBe((await list()).headers.get('ETag'))
    expect(headers.get('ETag')).toBe(theirs.headers.get('ETag'))
    expect(await ids()).toEqual([b, a, c])
    expect((await reorder([c], { 'If-Match': headers.get('ETag')! })).status).toBe(200)
    expect(await ids()).toEqual([c, b, a])
  })

  test('is 412 after a record was created or deleted, but not after an edit', async () => {
    const [a, b] = await makeSome(2)
    const read = async () => (await list()).headers.get('ETag')!
    const first = await read()
    const { id } = await make()
    expect((await reorder([b], { 'If-Match': first })).status).toBe(412)
    const second = await read()
    await admin('DELETE', `${SERVICES}/${id}`)
    expect((await reorder([b], { 'If-Match': second })).status).toBe(412)
    const third = await read()
    await admin('PATCH', `${SERVICES}/${a}`, { body: { title: 'edited' } })
    expect((await reorder([b], { 'If-Match': third })).status).toBe(200)
    expect(await ids()).toEqual([b, a])
  })

  test('by two editors with the same ETag succeeds once', async () => {
    const [a, b, c] = await makeSome(3)
    const headers = { 'If-Match': (await list()).headers.get('ETag')! }
    const answers = await Promise.all([reorder([c], headers), reorder([b], headers)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    const winner = answers[0]!.status === 200 ? [c, a, b] : [b, a, c]
    expect(idsOf(await orderIsSound())).toEqual(winner)
  })

  test.each(testedResources.map((resource) => [resource.name, resource] as const))(
    '%s: as the resource is ordered',
    async (name, resource) => {
      const answer = await admin('POST', `/api/admin/${name}/reorder`, { body: [] })
      expect(answer.status).toBe(resource.ordered ? 200 : 405)
      if (!resource.ordered) {
        expect(answer.headers.get('Allow')).not.toContain('POST')
        return
      }
      const made: number[] = []
      for (const variant of [0, 1, 2]) {
        const { body } = await admin('POST', `/api/admin/${name}`, { body: sampleOf(resource, variant) })
        made.push(body.id)
      }
      const [a, b, c] = made
      await admin('POST', `/api/admin/${name}/reorder`, { body: { ids: [c, a] } })
      const seen = idsOf((await app.anyone('GET', `/api/site/${name}`)).body)
      expect(seen.filter((id) => made.includes(id))).toEqual([c!, a!, b!])
    },
  )
})

describe('concurrently', () => {
  const many = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => make(`service ${index}`)))

  test('20 new records get consecutive positions at the end', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const before = await records()
      const made = await many(20)
      const last = Math.max(0, ...positionsOf(before))
      expect(Math.min(...positionsOf(made))).toBeGreaterThan(last)
      const after = await orderIsSound()
      expect(idsOf(after).slice(0, before.length)).toEqual(idsOf(before))
      expect(after.length).toBe(before.length + 20)
    }
  })

  test('new records and reorders of the old ones all succeed', async () => {
    const old = await makeSome(5)
    const [made, ...answers] = await Promise.all([
      many(CROWD),
      reorder([...old].reverse()),
      reorder([old[2]]),
      admin('PATCH', `${SERVICES}/${old[1]}`, { body: { title: 'edited meanwhile' } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const after = await orderIsSound()
    expect(idsOf(after).toSorted((a, b) => a - b)).toEqual([...old, ...idsOf(made)].toSorted((a, b) => a - b))
    expect(new Set(idsOf(after).slice(0, 5))).toEqual(new Set(old))
  })

  test('20 new articles with one title get 20 slugs', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        admin('POST', '/api/admin/articles', { body: { title: 'One title' } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(20)
    expect(new Set(positionsOf(answers.map(({ body }) => body))).size).toBe(20)
  })
})

test('after a record was put at the highest position, the next one renumbers the list and comes last', async () => {
  const [first, second, third] = [await make('a'), await make('b'), await make('c')]
  expect((await admin('PATCH', `${SERVICES}/${first!.id}`, { body: { position: 1_000_000 } })).status).toBe(
    200,
  )
  const last = await make('d')
  expect(await ids()).toEqual([second!.id, third!.id, first!.id, last.id])
  expect(positionsOf(await records())).toEqual([1, 2, 3, 4])
  const { body } = await admin('GET', `${SERVICES}/${last.id}`)
  expect((await admin('PUT', `${SERVICES}/${last.id}`, { body })).status).toBe(200)
})
