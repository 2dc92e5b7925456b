// Reading time is known from the write on: no page counts words.
import { afterAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { articles } from '../../src/platform/db/schema/articles.ts'
import { startApp } from '../support/app.ts'

const service = await startApp()
afterAll(() => service[Symbol.asyncDispose]())

async function storedCounts(id: number) {
  const { words, words_en } = articles
  const [row] = await service.deps.database.query((tx) =>
    tx.select({ words, words_en }).from(articles).where(eq(articles.id, id)),
  )
  return [row!.words, row!.words_en]
}

const write = async (method: string, path: string, body: object) =>
  (await service.admin(method, `/api/admin/articles${path}`, { body })).body

test('each write of an article stores how many words its texts have', async () => {
  const title = 'Words'
  const { id } = await write('POST', '', { title, content: '<p>one two</p>', content_en: '<p>a</p>' })
  expect(await storedCounts(id)).toEqual([2, 1])
  await write('PATCH', `/${id}`, { content: '<p>one <b>two</b> three</p>' })
  expect(await storedCounts(id)).toEqual([3, 1])
  await write('PATCH', `/${id}`, { title: 'Other words' })
  expect(await storedCounts(id)).toEqual([3, 1])
  await write('PUT', `/${id}`, { title, content_en: '<p>a b c d</p>' })
  expect(await storedCounts(id)).toEqual([null, 4])
  const { items } = (await service.admin('GET', `/api/admin/articles/${id}/revisions`)).body
  await write('POST', `/${id}/revisions/${items.at(-1).id}/restore`, {})
  expect(await storedCounts(id)).toEqual([2, 1])
  const { version } = (await service.admin('GET', `/api/admin/articles/${id}`)).body
  const operations = [{ op: 'patch', id, version, data: { content_en: null, content: '<p>five</p>' } }]
  await write('POST', '/batch', { operations })
  expect(await storedCounts(id)).toEqual([1, null])
  expect((await service.admin('GET', `/api/admin/articles/${id}`)).body).not.toContainKey('words')
})

test('a page counts the words of an article that was written before counts were stored', async () => {
  const content = `<p>${'word '.repeat(1_000)}</p>`
  const { id, slug } = await write('POST', '', { title: 'Old', content, status: 'published' })
  const shown = async () =>
    /([۰-۹]+) دقیقه مطالعه/.exec(
      await (await service.app.fetch(new Request(`http://localhost/blog/${slug}`))).text(),
    )?.[1]
  expect(await shown()).toBe('۵')
  await service.deps.database.query((tx) =>
    tx.update(articles).set({ words: null, title: 'Old one' }).where(eq(articles.id, id)),
  )
  await write('PATCH', `/${id}`, { seo_title: 'Old text' })
  expect(await shown()).toBe('۵')
})
