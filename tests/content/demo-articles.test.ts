// The articles of the demo site by the service's own checks: an editor who starts from them starts from good examples.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { fillWithDemo } from '../../src/content/demo/load-demo.ts'
import { seoTextsOf } from '../../src/panel/record/seo/form-seo-texts.ts'
import { analyzeSeo } from '../../src/text/seo-analysis/analyze-seo.ts'
import { startApp, type TestApp } from '../support/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startApp()
  const { database, clock, config } = site.deps
  await fillWithDemo({ database, clock, mediaBase: config.site.mediaBase, siteUrl: config.site.url })
})
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

test('the admin panel rates them as the service does', async () => {
  const { resources, site_url } = (await site.admin('GET', '/api/admin/schema')).body
  const resource = resources.find(({ name }: { name: string }) => name === 'articles')
  const settings = (await site.admin('GET', '/api/admin/site-settings/1')).body
  const { items } = (await site.admin('GET', '/api/admin/articles')).body
  for (const values of items) {
    const { languages } = (await site.admin('GET', `/api/admin/articles/${values.id}/seo`)).body
    for (const language of ['fa', 'en']) {
      const siteName = settings[language === 'fa' ? 'site_name' : 'site_name_en']
      const source = { resource, values, language, siteUrl: site_url, siteName }
      const texts = seoTextsOf(source, language === 'fa' ? 'primary' : 'en')
      const rated = analyzeSeo({ ...texts, titleWidth: null, othersWithKeyphrase: [] })
      // The service adds the messages.
      const { words, score, checks } = languages[language]
      const plain = checks.map(({ message: _, ...check }: { message: unknown }) => check)
      expect([values.slug, rated]).toEqual([values.slug, { words, score, checks: plain }])
    }
  }
})
