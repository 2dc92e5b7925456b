// How often a creator may write: enough for drafts that save themselves, not enough to fill the database.
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { CREATOR_WRITES } from '../../src/http/middleware/creator-writes.ts'
import { type Client, startApp } from '../support/app.ts'
import { createRecord } from '../support/records.ts'

const service = await startApp()
afterAll(() => service[Symbol.asyncDispose]())
afterEach(() => service.setClock(null))
const ARTICLES = '/api/admin/articles'

/** A creator with a draft who has written so often at one moment, by itself and through previews. */
async function afterWrites(count: number) {
  service.setClock(new Date())
  const creator = await service.signIn('creator')
  const { place } = await createRecord(creator, 'articles', { title: 'A title' })
  for (let n = 1; n < count; n++) {
    const isPreview = n % 10 === 0
    const { status } = isPreview
      ? await creator('POST', `${place}/preview`)
      : await creator('PATCH', `${place}?autosave=true`, { body: { excerpt: `${n}` } })
    if (status !== (isPreview ? 201 : 200)) throw new Error(`write ${n} returned ${status}`)
  }
  return { creator, place }
}

const title = async (client: Client, place: string) => (await client('GET', place)).body.title

describe('a creator', () => {
  test('may write 60 times in a minute; then every write is 429 on all replicas until the minute has passed', async () => {
    const { creator, place } = await afterWrites(CREATOR_WRITES.max)
    const other = await service.beside()
    const refused: [string, string, object?][] = [
      ['PATCH', place, { title: 'Refused' }],
      ['PUT', place, { title: 'Refused' }],
      ['POST', ARTICLES, { title: 'Refused' }],
      ['POST', `${place}/preview`],
    ]
    for (const [method, path, body] of refused) {
      const { status, headers, body: problem } = await creator(method, path, { body })
      expect([method, path, status, problem.code]).toEqual([method, path, 429, 'too_many_requests'])
      expect(problem.detail).toBe('Too many changes: at most 60 a minute.')
      expect(Number(headers.get('Retry-After'))).toBeWithin(1, 61)
    }
    const init = { method: 'PATCH', headers: { Authorization: `Bearer ${creator.token}` } }
    expect((await other.app.request(place, init)).status).toBe(429)
    expect(await title(creator, place)).toBe('A title')
    service.setClock(new Date(service.deps.clock().getTime() + CREATOR_WRITES.windowMs))
    expect(await creator('PATCH', place, { body: { title: 'Later' } })).toMatchObject({ status: 200 })
  })

  test('has a limit of its own; admins have none, and what is forbidden does not count', async () => {
    const { creator, place } = await afterWrites(CREATOR_WRITES.max - 1)
    for (let n = 0; n < 3; n++)
      expect(await creator('POST', '/api/admin/services', { body: {} })).toMatchObject({ status: 403 })
    expect(await creator('PATCH', place, { body: { title: 'The last' } })).toMatchObject({ status: 200 })
    expect(await creator('PATCH', place, { body: { title: 'Refused' } })).toMatchObject({ status: 429 })
    const colleague = await service.signIn('creator')
    await createRecord(colleague, 'articles', { title: 'A title' })
    for (let n = 0; n <= CREATOR_WRITES.max; n++)
      expect(await service.admin('PATCH', place, { body: { excerpt: `${n}` } })).toMatchObject({
        status: 200,
      })
  })
})
