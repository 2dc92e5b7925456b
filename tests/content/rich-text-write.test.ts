// Writes of large and markup-heavy texts.
import { afterAll, describe, expect, test } from 'bun:test'
import { startApp } from '../support/app.ts'
import { tooLarge } from './too-large-texts.ts'

const service = await startApp()
const { admin } = service
afterAll(() => service[Symbol.asyncDispose]())

const large = (text: string) => `<p onclick="x()">${text}</p>`.repeat(8_000)

describe('a write of rich text', () => {
  test.each(tooLarge)('with %s is 422', async (_, content) => {
    const { status, body } = await admin('POST', '/api/admin/articles', { body: { title: 'x', content } })
    expect([status, body.errors?.[0]]).toMatchObject([422, { path: 'content', code: 'too_big' }])
  })

  test('with a large text stores it sanitized', async () => {
    const body = { title: 'x', content: large('سلام') }
    const { status, body: article } = await admin('POST', '/api/admin/articles', { body })
    expect([status, article.content]).toEqual([201, '<p>سلام</p>'.repeat(8_000)])
    const src = '/media/a.webp'
    const edited = { content: `${article.content}<img src="${src}">` }
    await admin('PATCH', `/api/admin/articles/${article.id}`, { body: edited })
    const images = await admin('PATCH', `/api/admin/articles/${article.id}/images`, {
      body: { src, alt: 'A' },
    })
    expect(images.body.content).toBe(`${article.content}<img src="${src}" alt="A" />`)
  })
})
