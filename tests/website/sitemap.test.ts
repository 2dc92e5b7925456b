// Sitemaps at and above the protocol's limits.
import { describe, expect, test } from 'bun:test'
import type { Resource } from '../../src/content/definition/define-resource.ts'
import { articles } from '../../src/content/resources/articles.ts'
import type { Listed } from '../../src/content/snapshot/snapshot.ts'
import type { SnapshotEntry } from '../../src/content/snapshot/snapshot-entry.ts'
import { sitePages } from '../../src/text/site-pages.ts'
import { buildSitemap, MAX_URLS } from '../../src/website/crawlers/sitemap.ts'
import { Languages } from '../../src/website/view/language.ts'
import { childrenOf, childText, parseXml } from '../support/html.ts'

const bases = { url: 'https://www.example.com', mediaBase: 'https://www.example.com' }
const languages = new Languages(['fa', 'en'])
const pages = new Set(sitePages)

const timestampOf = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString()

function viewOf(total: number, slug: (index: number) => string, inEnglish: boolean) {
  const entries = Array.from({ length: total }, (_, index) => {
    const fields = {
      updated_at: timestampOf(index),
      image: null,
    }
    const translations = inEnglish ? ['en'] : []
    return { slug: slug(index), categoryId: null, translations, fields } as unknown as SnapshotEntry
  })
  const entriesOf = (resource: Resource) => (resource === articles ? entries : [])
  return { entries: entriesOf }
}

async function* listed(entries: readonly SnapshotEntry[]): AsyncGenerator<Listed> {
  for (const entry of entries) yield { entry, fields: (entry as unknown as Listed).fields, mediaUrls: [] }
}

const context = { listed, bases, languages, pages }

describe('the sitemap', () => {
  test('is one file up to the URL limit', async () => {
    // One URL is the list page.
    const view = viewOf(MAX_URLS - 1, (index) => `a-${index}`, false)
    const { main, parts } = await buildSitemap(view, context)
    expect(childrenOf(parseXml(String(main)), 'url')).toHaveLength(MAX_URLS)
    expect(parts).toEqual([])
  })

  test('is an index of parts above the URL limit', async () => {
    const view = viewOf(MAX_URLS, (index) => `a-${index}`, false)
    const { main, parts } = await buildSitemap(view, context)
    const index = parseXml(String(main))
    expect(index.name).toBe('sitemapindex')
    expect(
      childrenOf(index, 'sitemap').map((part) => [childText(part, 'loc'), childText(part, 'lastmod')]),
    ).toEqual([
      ['https://www.example.com/sitemap-1.xml', timestampOf(MAX_URLS - 1)],
      ['https://www.example.com/sitemap-2.xml', timestampOf(MAX_URLS - 1)],
    ])
    expect(parts.map((part) => childrenOf(parseXml(String(part)), 'url').length)).toEqual([MAX_URLS, 1])
  })

  test('has no part of more than 50 MB', async () => {
    const view = viewOf(6_000, (index) => `${'ن'.repeat(190)}-${index}`, true)
    const { parts } = await buildSitemap(view, context)
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) expect(part.byteLength).toBeLessThan(50 * 1_048_576)
  })

  test('yields to the event loop while building a large sitemap', async () => {
    const view = viewOf(20_000, (index) => `a-${index}`, true)
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await buildSitemap(view, context)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(3)
  })
})
