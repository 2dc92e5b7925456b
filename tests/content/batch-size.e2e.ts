// The largest batch that the API takes: 15 MB of text.
import { afterAll, expect, test } from 'bun:test'
import { startApp } from '../support/app.ts'

const service = await startApp()
afterAll(() => service[Symbol.asyncDispose]())

const batch = (operations: object[]) =>
  service.admin('POST', '/api/admin/articles/batch?records=false', { body: { operations } })

test('a batch takes 500 records of 30 KB, and no more', async () => {
  const content = `<p>${'متن '.repeat(4_000)}</p>`
  const create = (title: string) => ({ op: 'create', data: { title, content } })
  const operations = Array.from({ length: 500 }, (_, index) => create(`Long ${index}`))
  const { status, body } = await batch(operations)
  expect([status, body.items?.length]).toEqual([200, 500])
  const more = await batch([...operations, create('x')])
  expect([more.status, more.body.errors?.map(({ path }: { path: string }) => path)]).toEqual([
    422,
    ['operations'],
  ])
  const deleted = await batch(body.items.map(({ id }: { id: number }) => ({ op: 'delete', id })))
  expect(deleted.status).toBe(200)
})
