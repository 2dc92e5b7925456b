// All that crawlers read, made whole from the snapshot and kept until what it shows, its template or the clock changes.
import { LRUCache } from 'lru-cache'
import type { Config } from '../config/config.ts'
import { redirects } from '../content/resources/redirects.ts'
import { EncodedBody } from '../content/snapshot/encoded-body.ts'
import type { Snapshot, SnapshotView } from '../content/snapshot/snapshot.ts'
import { atomFeed, feedResources } from './atom-feed.ts'
import { findRedirect, type Redirection } from './find-redirect.ts'
import { type Language, Languages } from './language.ts'
import { notFoundPage } from './not-found-page.ts'
import type { Bases } from './page-links.ts'
import type { Template, TemplateFile } from './page-template.ts'
import { type Draft, type Page, renderPage } from './render-page.ts'
import { robotsTxt } from './robots-txt.ts'
import { readSite, type Site, siteResources } from './site-view.ts'
import { buildSitemap, sitemapResources } from './sitemap.ts'
import { type Section, sections } from './stories.ts'
import { listPage } from './story-list.ts'
import { storyPage } from './story-page.ts'

const MAX_PAGES = 2_000
const MAX_BYTES = 64 * 1_048_576

const pageResources = [...siteResources, ...feedResources, ...sections.map(({ resource }) => resource)]

type Sitemaps = { main: EncodedBody; parts: EncodedBody[] }

export class Pages {
  readonly languages: Languages
  readonly robots: EncodedBody
  readonly #bases: Bases
  readonly #kept = new LRUCache<string, Page>({
    max: MAX_PAGES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => body.identity.bytes.byteLength,
  })
  readonly #feeds = new Map<Language, { key: string; body: EncodedBody }>()
  #sitemaps: { key: string; made: Promise<Sitemaps> } | null = null

  constructor(
    private readonly snapshot: Snapshot,
    private readonly template: TemplateFile,
    site: Config['site'],
  ) {
    this.languages = new Languages(site.primaryLanguage)
    this.#bases = { url: site.url, mediaBase: site.mediaBase }
    this.robots = bodyOf(robotsTxt(site.url))
  }

  /** Whether the database could not be asked lately, so that what is served may be old. */
  get unverified() {
    return this.snapshot.unverified
  }

  /** The page of the public article or project with this slug, or null. */
  async story(section: Section, slug: string, language: Language): Promise<Page | null> {
    const { view, template } = await this.#look()
    const entry = view.find(section.resource, slug.normalize('NFC'))
    if (!entry) return null
    return this.#page({ view, template, language, name: `${section.pageKey}/${entry.id}` }, (site) => {
      const { languages } = this
      const story = section.story(view, entry, { languages, language, part: 'whole' })
      return storyPage(site, view, { section, story })
    })
  }

  /** The list's page of this number, from 1, or null. */
  async list(section: Section, page: number, language: Language): Promise<Page | null> {
    const { view, template } = await this.#look()
    const name = `${section.pageKey}?${page}`
    return this.#page({ view, template, language, name }, (site) => listPage(site, view, { section, page }))
  }

  async notFound(language: Language): Promise<Page> {
    return this.#page({ ...(await this.#look()), language, name: '404' }, notFoundPage)
  }

  /** Where this path of a request leads, or null. */
  async redirection(path: string, language: Language): Promise<Redirection | null> {
    return findRedirect(await this.snapshot.view([redirects]), path, language)
  }

  async feed(language: Language): Promise<EncodedBody> {
    const view = await this.snapshot.view([...siteResources, ...feedResources])
    const known = this.#feeds.get(language)
    if (known?.key === view.key) return known.body
    const body = bodyOf(atomFeed(this.#site(view, language), view))
    this.#feeds.set(language, { key: view.key, body })
    return body
  }

  /** `/sitemap.xml`, or its part of this number, from 1; null where there is no such part. */
  async sitemap(part: number | null): Promise<EncodedBody | null> {
    const view = await this.snapshot.view(sitemapResources)
    if (this.#sitemaps?.key !== view.key) {
      const made = buildSitemap(view, { bases: this.#bases, languages: this.languages }).then(
        ({ main, parts }) => ({
          main: bodyOf(main),
          parts: parts.map(bodyOf),
        }),
      )
      this.#sitemaps = { key: view.key, made }
      made.catch(() => {
        this.#sitemaps = null
      })
    }
    const { main, parts } = await this.#sitemaps.made
    return part === null ? main : (parts[part - 1] ?? null)
  }

  async #look() {
    const template = await this.template.current()
    return { template, view: await this.snapshot.view(pageResources) }
  }

  /** The page kept under this name, or made from what `draft` says of it. */
  #page<Made extends Draft | null>(
    {
      view,
      template,
      language,
      name,
    }: { view: SnapshotView; template: Template; language: Language; name: string },
    draft: (site: Site) => Made,
  ): Page | Extract<Made, null> {
    const key = `${name} ${language.tag} ${template.version} ${view.key}`
    const kept = this.#kept.get(key)
    if (kept) return kept
    const site = this.#site(view, language)
    const made = draft(site)
    if (made === null) return null as Extract<Made, null>
    const page = renderPage(site, template, made)
    this.#kept.set(key, page)
    return page
  }

  #site(view: SnapshotView, language: Language) {
    return readSite(view, { bases: this.#bases, languages: this.languages, language })
  }
}

const bodyOf = (text: string) => new EncodedBody(Buffer.from(text) as Buffer<ArrayBuffer>)
