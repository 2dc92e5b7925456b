// Everything that crawlers read, rendered from the snapshot and cached until the content it shows, the template or the
// visibility by time changes.
import { LRUCache } from 'lru-cache'
import { redirects } from '../content/resources/redirects.ts'
import { resources } from '../content/resources/resource-registry.ts'
import { canonicalPath } from '../content/site-path.ts'
import { EncodedBody } from '../content/snapshot/encoded-body.ts'
import type { Overlay } from '../content/snapshot/overlay.ts'
import type { Snapshot, SnapshotView } from '../content/snapshot/snapshot.ts'
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
import { linksWithToken, previewPage } from './pages/preview-page.ts'
import type { RecordPage } from './pages/record-pages.ts'
import { type SearchResults, searchPage } from './pages/search-page.ts'
import { type SinglePage, singlePages } from './pages/single-pages.ts'
import { listPage, type StoryFilter, type StoryList } from './pages/story-list.ts'
import { findNearPage } from './redirects/find-near-page.ts'
import { findRedirect, type RedirectRequest, type RedirectTarget } from './redirects/find-redirect.ts'
import type { PageContent } from './render/page-content.ts'
import type { Template, TemplateFile } from './render/page-template.ts'
import { type Page, type RenderedPage, renderPage } from './render/render-page.ts'
import { followedResources, pagedResources, type Website } from './view/existing-paths.ts'
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

/** Identifies a page of one state of the content; a name of null: there is none. */
type PageName = { language: Language; name: string | ((view: SnapshotView) => string | null) }

/** `template` is the document around the pages; `frontend`: the files beside it, null without `SPA_DIR`. */
type Documents = { template: TemplateFile; builtIn: TemplateFile; frontend: FrontendFiles | null }

/** `isOfSite`: all pages are shown, so that links keep the token. */
type Preview = { overlay: Overlay; token: string; isOfSite: boolean }

export class Pages {
  private readonly template: TemplateFile
  private readonly builtIn: TemplateFile
  private readonly frontend: FrontendFiles | null
  readonly languages: Languages
  readonly robots: EncodedBody
  readonly #bases: Bases
  readonly #pages: ReadonlySet<SitePage>
  /** Null for previews. */
  readonly #cache: LRUCache<string, RenderedPage> | null
  readonly #feeds = new Map<Language, { key: string; body: EncodedBody }>()
  #plain: { document: string; page: Page } | null = null
  #sitemaps: { key: string; built: Promise<Sitemaps> } | null = null

  constructor(
    private readonly snapshot: Snapshot,
    private readonly documents: Documents,
    private readonly config: Config['site'],
    private readonly preview: Preview | null = null,
  ) {
    const { template, builtIn, frontend } = documents
    const site = config
    this.#cache = preview
      ? null
      : new LRUCache({
          max: MAX_PAGES,
          maxSize: MAX_BYTES,
          sizeCalculation: ({ body, head }) =>
            body.identity.bytes.byteLength + head.identity.bytes.byteLength,
        })
    this.template = template
    this.builtIn = builtIn
    this.frontend = frontend
    this.languages = new Languages(site.languages)
    this.#bases = { url: site.url, mediaBase: site.mediaBase }
    this.#pages = site.pages
    this.robots = toBody(robotsTxt(site.url))
  }

  /** The pages with other states of some records. Not cached. */
  previewing(preview: Preview): Pages {
    return new Pages(this.snapshot, this.documents, this.config, preview)
  }

  get isPreview() {
    return this.preview !== null
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
  async single(name: SinglePage, language: Language): Promise<RenderedPage> {
    return this.#page({ language, name }, (site, view) => singlePages[name](site, view))
  }

  /** The contact page with forms that were sent. Not cached. */
  async contactForms(forms: ShownForms, language: Language): Promise<Page> {
    return this.#render(language, (site, view) => contactPage(site, view, forms))
  }

  /** The page of the public record with this slug, or null. */
  async record(recordPage: RecordPage, slug: string, language: Language): Promise<RenderedPage | null> {
    const { resource, render } = recordPage
    const key = slug.normalize('NFC')
    const find = (view: SnapshotView) => view.find(resource, key)
    const name = (view: SnapshotView) => {
      const entry = find(view)
      return entry && `${resource.name}/${entry.id}`
    }
    return this.#page<PageContent | null>({ language, name }, (site, view) => render(site, view, find(view)!))
  }

  /** A page of a list, counted from 1; null past the last one and for a filter that fits nothing. */
  async list(list: StoryList, language: Language): Promise<RenderedPage | null> {
    const name = `${list.section.pageKey}?${list.page} ${filterKey(list.filter ?? null)}`
    return this.#page({ language, name }, (site, view) => listPage(site, view, list))
  }

  /** The page of search results; null past the last one. Not cached. */
  async search(results: SearchResults, language: Language): Promise<Page | null> {
    return this.#render(language, (site) => searchPage(site, results))
  }

  async notFound(language: Language): Promise<Page> {
    return this.#page({ language, name: '404' }, notFoundPage)
  }

  /** A page that says why a form was not accepted. Not cached. */
  async notice(language: Language, texts: NoticeTexts): Promise<Page> {
    return this.#render(language, (site) => noticePage(site, texts))
  }

  /** The page for a failed request; without menu and footer if the content cannot be read either. */
  async error(status: number, language: Language): Promise<Page> {
    return this.#page({ language, name: `error ${status}` }, (site) => errorPage(site, status)).catch(
      async () => plainErrorPage(await this.template.current(), { status, language }),
    )
  }

  /** A page like that of `notice`, in the built-in template: a frontend's script would replace it. */
  async standalone(language: Language, texts: NoticeTexts): Promise<Page> {
    return this.#render(language, (site) => noticePage(site, texts), this.builtIn)
  }

  /** The file of the frontend's build at this request path, or null. */
  async frontendFile(requestPath: string): Promise<FrontendFile | null> {
    const path = this.frontend && canonicalPath(requestPath)
    return path ? this.frontend!.find(path, (await this.template.current()).version) : null
  }

  /** The redirect for this request, or null. */
  async redirect(request: RedirectRequest, language: Language): Promise<RedirectTarget | null> {
    const found = await this.snapshot.read(redirectResources, (view) =>
      findRedirect(this.#shown(view), request, language),
    )
    if (found || request.hasPage) return found
    return this.snapshot.read(followedResources, (view) =>
      findNearPage(this.#shown(view), request, { website: this.website, language }),
    )
  }

  async feed(language: Language): Promise<EncodedBody> {
    return this.snapshot.read(shownByFeed, (view) => {
      const cached = this.#feeds.get(language)
      if (cached?.key === view.key) return cached.body
      const body = toBody(atomFeed(this.#site(view, language), view))
      this.#feeds.set(language, { key: view.key, body })
      return body
    })
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
      listed: (entries) => this.snapshot.listed(entries),
      bases: this.#bases,
      languages: this.languages,
      pages: this.#pages,
    })
    return { main: new EncodedBody(main), parts: parts.map((part) => new EncodedBody(part)) }
  }

  /** The cached page, or else the page rendered from `content`. */
  async #page<Content extends PageContent | null>(
    { language, name }: PageName,
    content: (site: Site, view: SnapshotView) => Content,
  ): Promise<RenderedPage | Extract<Content, null>> {
    const template = await this.template.current()
    return this.snapshot.read(pageResources, (published) => {
      const view = this.#shown(published)
      const page = typeof name === 'string' ? name : name(view)
      if (page === null) return null as Extract<Content, null>
      const key = `${page} ${language.tag} ${template.version} ${view.key}`
      const cached = this.#cache?.get(key)
      if (cached) return cached
      const rendered = this.#rendered(template, language, view, content)
      if (rendered) this.#cache?.set(key, rendered)
      return rendered
    })
  }

  async #render<Content extends PageContent | null>(
    language: Language,
    content: (site: Site, view: SnapshotView) => Content,
    document = this.template,
  ): Promise<RenderedPage | Extract<Content, null>> {
    const template = await document.current()
    return this.snapshot.read(pageResources, (view) =>
      this.#rendered(template, language, this.#shown(view), content),
    )
  }

  #rendered<Content extends PageContent | null>(
    template: Template,
    language: Language,
    view: SnapshotView,
    content: (site: Site, view: SnapshotView) => Content,
  ): RenderedPage | Extract<Content, null> {
    const site = this.#site(view, language)
    const pageContent = content(site, view)
    if (!pageContent) return null as Extract<Content, null>
    if (!this.preview) return renderPage(site, template, pageContent)
    const { token, isOfSite } = this.preview
    const page = renderPage(site, template, previewPage(site, pageContent, token))
    if (!isOfSite) return page
    const document = page.body.identity.bytes.toString()
    return { ...page, body: toBody(linksWithToken(document, { siteUrl: this.#bases.url, token })) }
  }

  #shown(view: SnapshotView): SnapshotView {
    return this.preview ? this.preview.overlay.over(view) : view
  }

  #site(view: SnapshotView, language: Language) {
    return readSite(view, { ...this.website, bases: this.#bases, languages: this.languages, language })
  }
}

const filterKey = (filter: StoryFilter) => JSON.stringify([filter?.category, filter?.tag])

const toBody = (text: string) => new EncodedBody(Buffer.from(text) as Buffer<ArrayBuffer>)
