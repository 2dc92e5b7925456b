// Everything that crawlers read, rendered from the snapshot and cached until the content it shows, the template or the
// visibility by time changes.
import { LRUCache } from 'lru-cache'
import type { Config } from '../config/config.ts'
import type { Row } from '../content/define-resource.ts'
import { viewWithRecord } from '../content/preview/with-record.ts'
import { redirects } from '../content/resources/redirects.ts'
import { EncodedBody } from '../content/snapshot/encoded-body.ts'
import type { Snapshot, SnapshotView } from '../content/snapshot/snapshot.ts'
import { toEntry } from '../content/snapshot/snapshot-member.ts'
import { atomFeed, feedResources } from './atom-feed.ts'
import { findRedirect, type RedirectTarget } from './find-redirect.ts'
import { type Language, Languages } from './language.ts'
import { notFoundPage } from './not-found-page.ts'
import { type NoticeTexts, noticePage } from './notice-page.ts'
import type { Bases } from './page-links.ts'
import type { Template, TemplateFile } from './page-template.ts'
import { previewPage } from './preview-page.ts'
import { type Page, type PageContent, renderPage } from './render-page.ts'
import { robotsTxt } from './robots-txt.ts'
import { type BlogSearch, searchPage } from './search-page.ts'
import { readSite, type Site, siteResources } from './site-view.ts'
import { buildSitemap, sitemapResources } from './sitemap.ts'
import { type Section, sections } from './stories.ts'
import { listPage } from './story-list.ts'
import { storyPage } from './story-page.ts'

const MAX_PAGES = 2_000
const MAX_BYTES = 64 * 1_048_576

const pageResources = [...siteResources, ...feedResources, ...sections.map(({ resource }) => resource)]

type Sitemaps = { main: EncodedBody; parts: EncodedBody[] }

/** Identifies a page and the state it is rendered from. */
type PageRequest = { view: SnapshotView; template: Template; language: Language; name: string }

export class Pages {
  readonly languages: Languages
  readonly robots: EncodedBody
  readonly #bases: Bases
  readonly #cache = new LRUCache<string, Page>({
    max: MAX_PAGES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => body.identity.bytes.byteLength,
  })
  readonly #feeds = new Map<Language, { key: string; body: EncodedBody }>()
  #sitemaps: { key: string; built: Promise<Sitemaps> } | null = null

  constructor(
    private readonly snapshot: Snapshot,
    private readonly template: TemplateFile,
    site: Config['site'],
  ) {
    this.languages = new Languages(site.primaryLanguage)
    this.#bases = { url: site.url, mediaBase: site.mediaBase }
    this.robots = toBody(robotsTxt(site.url))
  }

  /** Whether the content may be outdated because the database has been unreachable. */
  get isUnverified() {
    return this.snapshot.isUnverified
  }

  /** The page of the public article or project with this slug, or null. */
  async story(section: Section, slug: string, language: Language): Promise<Page | null> {
    const { view, template } = await this.#currentState()
    const entry = view.find(section.resource, slug.normalize('NFC'))
    if (!entry) return null
    return this.#page({ view, template, language, name: `${section.pageKey}/${entry.id}` }, (site) => {
      const { languages } = this
      const story = section.toStory(view, entry, { languages, language, detail: 'full' })
      return storyPage(site, view, { section, story })
    })
  }

  /** The page of this record as it is, published or not. Not cached. */
  async preview(section: Section, row: Row, { token, language }: { token: string; language: Language }) {
    const { view, template } = await this.#currentState()
    const entry = toEntry(section.resource, row)
    const shown = viewWithRecord(view, section.resource, entry)
    const story = section.toStory(shown, entry, { languages: this.languages, language, detail: 'full' })
    const site = this.#site(shown, language)
    return renderPage(site, template, previewPage(site, shown, { section, story, token }))
  }

  /** The page of the list with this number, counted from 1; null past the last one. */
  async list(section: Section, page: number, language: Language): Promise<Page | null> {
    const { view, template } = await this.#currentState()
    const name = `${section.pageKey}?${page}`
    return this.#page({ view, template, language, name }, (site) => listPage(site, view, { section, page }))
  }

  /** The page of search results; null past the last one. Not cached. */
  async search(results: BlogSearch, language: Language): Promise<Page | null> {
    const { view, template } = await this.#currentState()
    const site = this.#site(view, language)
    const content = searchPage(site, results)
    return content && renderPage(site, template, content)
  }

  async notFound(language: Language): Promise<Page> {
    return this.#page({ ...(await this.#currentState()), language, name: '404' }, notFoundPage)
  }

  /** A page that says why a form was not accepted. Not cached. */
  async notice(language: Language, texts: NoticeTexts): Promise<Page> {
    const { view, template } = await this.#currentState()
    return renderPage(this.#site(view, language), template, noticePage(texts))
  }

  /** The redirect for this raw request path, or null. */
  async redirect(path: string, language: Language): Promise<RedirectTarget | null> {
    return findRedirect(await this.snapshot.view([redirects]), path, language)
  }

  async feed(language: Language): Promise<EncodedBody> {
    const view = await this.snapshot.view([...siteResources, ...feedResources])
    const cached = this.#feeds.get(language)
    if (cached?.key === view.key) return cached.body
    const body = toBody(atomFeed(this.#site(view, language), view))
    this.#feeds.set(language, { key: view.key, body })
    return body
  }

  /** `/sitemap.xml`, or the part with this number, counted from 1; null if there is no such part. */
  async sitemap(part: number | null): Promise<EncodedBody | null> {
    const view = await this.snapshot.view(sitemapResources)
    if (this.#sitemaps?.key !== view.key) {
      const built = this.#buildSitemaps(view)
      this.#sitemaps = { key: view.key, built }
      built.catch(() => {
        if (this.#sitemaps?.built === built) this.#sitemaps = null
      })
    }
    const { main, parts } = await this.#sitemaps.built
    return part === null ? main : (parts[part - 1] ?? null)
  }

  async #buildSitemaps(view: SnapshotView): Promise<Sitemaps> {
    const { main, parts } = await buildSitemap(view, { bases: this.#bases, languages: this.languages })
    return { main: toBody(main), parts: parts.map(toBody) }
  }

  async #currentState() {
    const template = await this.template.current()
    return { template, view: await this.snapshot.view(pageResources) }
  }

  /** The cached page, or else the page rendered from `content`. */
  #page<Content extends PageContent | null>(
    { view, template, language, name }: PageRequest,
    content: (site: Site) => Content,
  ): Page | Extract<Content, null> {
    const key = `${name} ${language.tag} ${template.version} ${view.key}`
    const cached = this.#cache.get(key)
    if (cached) return cached
    const site = this.#site(view, language)
    const pageContent = content(site)
    if (pageContent === null) return null as Extract<Content, null>
    const page = renderPage(site, template, pageContent)
    this.#cache.set(key, page)
    return page
  }

  #site(view: SnapshotView, language: Language) {
    return readSite(view, { bases: this.#bases, languages: this.languages, language })
  }
}

const toBody = (text: string) => new EncodedBody(Buffer.from(text) as Buffer<ArrayBuffer>)
