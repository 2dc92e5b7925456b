// The articles of the demo site by the service's own checks: an editor who starts from them starts from good examples.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { fillWithDemo } from '../../src/content/demo/load-demo.ts'
import { startApp, type TestApp } from '../support/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startApp()
  const { database, clock, config } = site.deps
  await fillWithDemo({ database, clock, mediaBase: config.site.mediaBase, siteUrl: config.site.url })
}, 60_000)
afterAll(() => site[Symbol.asyncDispose]())

test('every article, the draft too, scores above 80 in both languages', async () => {
  const { items } = (await site.admin('GET', '/api/admin/articles?fields=slug')).body
  expect(items).toHaveLength(7)
  const scores: Record<string, [fa: number, en: number]> = {}
  for (const { id, slug } of items) {
    const { languages } = (await site.admin('GET', `/api/admin/articles/${id}/seo`)).body
    scores[slug] = [languages.fa.score, languages.en.score]
  }
  const low = Object.entries(scores).filter(([, [fa, en]]) => Math.min(fa, en) <= 80)
  expect(low).toEqual([])
})
