// Everything that crawlers read, rendered from the snapshot and cached until the content it shows, the template or the
// visibility by time changes.
import { LRUCache } from 'lru-cache'
import type { Row } from '../content/definition/define-resource.ts'
import { viewWithRecord } from '../content/preview/previews.ts'
import { redirects } from '../content/resources/redirects.ts'
import { resources } from '../content/resources/resource-registry.ts'
import { canonicalPath } from '../content/site-path.ts'
import { EncodedBody } from '../content/snapshot/encoded-body.ts'
import type { Snapshot, SnapshotView } from '../content/snapshot/snapshot.ts'
import { toEntry } from '../content/snapshot/snapshot-member.ts'
import type { Config } from '../platform/config/config.ts'
import type { SitePage } from '../text/site-pages.ts'
import { atomFeed, feedResources } from './crawlers/atom-feed.ts'
import { robotsTxt } from './crawlers/robots-txt.ts'
import { buildSitemap, sitemapResources } from './crawlers/sitemap.ts'
import type { FrontendFile, FrontendFiles } from './frontend-files.ts'
import { contactPage, type ShownForms } from './pages/contact-page.ts'
import {
  errorPage,
  type NoticeTexts,
  notFoundPage,
  noticePage,
  plainErrorPage,
} from './pages/not-found-page.ts'
import { previewPage } from './pages/preview-page.ts'
import type { RecordPage } from './pages/record-pages.ts'
import { type BlogSearch, searchPage } from './pages/search-page.ts'
import { type SinglePage, singlePages } from './pages/single-pages.ts'
import { listPage, type StoryFilter, type StoryList } from './pages/story-list.ts'
import { findRedirect, type RedirectRequest, type RedirectTarget } from './redirects/find-redirect.ts'
import type { PageContent } from './render/page-content.ts'
import type { Template, TemplateFile } from './render/page-template.ts'
import { type Page, renderPage } from './render/render-page.ts'
import { pagedResources, type Website } from './view/existing-paths.ts'
import { type Language, Languages } from './view/language.ts'
import type { Bases } from './view/page-links.ts'
import { readSite, type Site, siteResources } from './view/site-view.ts'

const MAX_PAGES = 2_000
const MAX_BYTES = 64 * 1_048_576

// The pages show records of every resource.
const pageResources = resources
/** The dependencies of telling which links are live. */
const linkResources = [...siteResources, ...pagedResources.map(({ resource }) => resource)]

const shownByFeed = [...linkResources, ...feedResources]
const redirectResources = [redirects]

type Sitemaps = { main: EncodedBody; parts: EncodedBody[] }

/** Identifies a page and the state it is rendered from. */
type PageRequest = { view: SnapshotView; template: Template; language: Language; name: string }

/** `template` is the document around the pages; `frontend`: the files beside it, null without `SPA_DIR`. */
type Documents = { template: TemplateFile; builtIn: TemplateFile; frontend: FrontendFiles | null }

export class Pages {
  private readonly template: TemplateFile
  private readonly builtIn: TemplateFile
  private readonly frontend: FrontendFiles | null
  readonly languages: Languages
  readonly robots: EncodedBody
  readonly #bases: Bases
  readonly #pages: ReadonlySet<SitePage>
  readonly #cache = new LRUCache<string, Page>({
    max: MAX_PAGES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => body.identity.bytes.byteLength,
  })
  readonly #feeds = new Map<Language, { key: string; body: EncodedBody }>()
  #plain: { document: string; page: Page } | null = null
  #sitemaps: { key: string; built: Promise<Sitemaps> } | null = null

  constructor(
    private readonly snapshot: Snapshot,
    { template, builtIn, frontend }: Documents,
    site: Config['site'],
  ) {
    this.template = template
    this.builtIn = builtIn
    this.frontend = frontend
    this.languages = new Languages(site.languages)
    this.#bases = { url: site.url, mediaBase: site.mediaBase }
    this.#pages = site.pages
    this.robots = toBody(robotsTxt(site.url))
  }

  /** Whether the content may be outdated because the database has been unreachable. */
  get isUnverified() {
    return this.snapshot.isUnverified
  }

  /** Whether the website has this page. */
  has(page: SitePage) {
    return this.#pages.has(page)
  }

  /** Whether pages are rendered into a frontend's document, which also answers paths that are unknown here. */
  get hasFrontend() {
    return !this.template.isBuiltIn
  }

  get website(): Website {
    return { pages: this.#pages, hasFrontend: this.hasFrontend, bases: this.#bases }
  }

  /** The frontend's document without content, for paths that only the frontend knows. */
  async plainDocument(): Promise<Page> {
    const { plain, policy } = await this.template.current()
    const cached = this.#plain
    if (cached?.document === plain) return cached.page
    const page = { body: toBody(plain), language: this.languages.primary, policy: policy([]) }
    this.#plain = { document: plain, page }
    return page
  }

  /** A page that exists once. */
  async single(name: SinglePage, language: Language): Promise<Page> {
    const state = await this.#currentState()
    return this.#page({ ...state, language, name }, (site) => singlePages[name](site, state.view))
  }

  /** The contact page with forms that were sent. Not cached. */
  async contactForms(forms: ShownForms, language: Language): Promise<Page> {
    const { view, template } = await this.#currentState()
    const site = this.#site(view, language)
    return renderPage(site, template, contactPage(site, view, forms))
  }

  /** The page of the public record with this slug, or null. */
  async record(recordPage: RecordPage, slug: string, language: Language): Promise<Page | null> {
    const { view, template } = await this.#currentState()
    const { resource, render } = recordPage
    const entry = view.find(resource, slug.normalize('NFC'))
    if (!entry) return null
    const name = `${resource.name}/${entry.id}`
    return this.#page({ view, template, language, name }, (site) => render(site, view, entry))
  }

  /** The page of this record as it is, published or not. Not cached. */
  async preview(
    recordPage: RecordPage,
    row: Row,
    { token, language }: { token: string; language: Language },
  ) {
    const { view, template } = await this.#currentState()
    const { resource, render } = recordPage
    const entry = toEntry(resource, row)
    const shown = viewWithRecord(view, resource, entry)
    const site = this.#site(shown, language)
    return renderPage(site, template, previewPage(site, render(site, shown, entry), token))
  }

  /** A page of a list, counted from 1; null past the last one and for a filter that fits nothing. */
  async list(list: StoryList, language: Language): Promise<Page | null> {
    const { view, template } = await this.#currentState()
    const name = `${list.section.pageKey}?${list.page} ${filterKey(list.filter ?? null)}`
    return this.#page({ view, template, language, name }, (site) => listPage(site, view, list))
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
    const site = this.#site(view, language)
    return renderPage(site, template, noticePage(site, texts))
  }

  /** The page for a failed request; without menu and footer if the content cannot be read either. */
  async error(status: number, language: Language): Promise<Page> {
    const state = await this.#currentState().catch(() => null)
    if (!state) return plainErrorPage(await this.template.current(), { status, language })
    return this.#page({ ...state, language, name: `error ${status}` }, (site) => errorPage(site, status))
  }

  /** A page like that of `notice`, in the built-in template: a frontend's script would replace it. */
  async standalone(language: Language, texts: NoticeTexts): Promise<Page> {
    const { view } = await this.#currentState()
    const site = this.#site(view, language)
    return renderPage(site, await this.builtIn.current(), noticePage(site, texts))
  }

  /** The file of the frontend's build at this request path, or null. */
  async frontendFile(requestPath: string): Promise<FrontendFile | null> {
    const path = this.frontend && canonicalPath(requestPath)
    return path ? this.frontend!.find(path, (await this.template.current()).version) : null
  }

  /** The redirect for this request, or null. */
  async redirect(request: RedirectRequest, language: Language): Promise<RedirectTarget | null> {
    return findRedirect(await this.snapshot.view(redirectResources), request, language)
  }

  async feed(language: Language): Promise<EncodedBody> {
    const view = await this.snapshot.view(shownByFeed)
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
    const { main, parts } = await buildSitemap(view, {
      bases: this.#bases,
      languages: this.languages,
      pages: this.#pages,
    })
    return { main: new EncodedBody(main), parts: parts.map((part) => new EncodedBody(part)) }
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
    return readSite(view, { ...this.website, bases: this.#bases, languages: this.languages, language })
  }
}

const filterKey = (filter: StoryFilter) =>
  filter ? (filter.kind === 'category' ? `category ${filter.slug}` : `tag ${filter.tag}`) : ''

const toBody = (text: string) => new EncodedBody(Buffer.from(text) as Buffer<ArrayBuffer>)
