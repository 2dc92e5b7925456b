// Writes the whole public site as files: follows every link from the home page, the lists and the sitemap, and writes
// what the service answers, with links to the files.

import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { furtherLanguages, languageKeys } from '../../text/content-language.ts'
import { escapeHtml } from '../../text/html.ts'
import { TransferError, urlOfMedia } from './archive-format.ts'
import {
  changeHtmlLinks,
  changeXmlLinks,
  isVariant,
  type StaticLink,
  staticFile,
  staticLink,
} from './static-links.ts'

type StaticSite = {
  /** A directory that is missing or empty. */
  directory: string
  /** Built files of a frontend, which the pages may refer to; null for none. */
  frontend: string | null
  /** Whether a page of the frontend stays where the service has one too; not if the pages are rendered into its template. */
  keepsFrontendPages: boolean
  /** Answers a request for a path of the service, without following redirects. */
  request(path: string): Promise<Response>
  siteUrl: string
  /** Paths of all images in the library. */
  images: readonly string[]
  onProgress: { total(count: number): void; step(kind: string): void }
}

type DeadLink = { link: string; from: string }
export type Generated = { files: number; dead: DeadLink[] }

type SiteRedirect = { from_path: string; to_path: string; status_code: number }

/** The pages from which links are followed, in each language. */
const PAGES = ['/', '/blog', '/projects', '/blog/feed.xml']
const UNKNOWN_PAGE = '/a-page-that-does-not-exist'

/** Resolves with the number of files and the links that lead nowhere. Throws TransferError. */
export async function generateStatic(options: StaticSite): Promise<Generated> {
  const target = resolve(options.directory)
  const isEmpty = existsSync(target) && (await readdir(target).catch(() => ['file'])).length === 0
  if (existsSync(target) && !isEmpty)
    throw new TransferError(`${options.directory} already exists; give a new name or an empty directory.`)
  await mkdir(dirname(target), { recursive: true })
  const staging = await mkdtemp(join(dirname(target), `.${basename(target)}.unfinished-`))
  try {
    if (options.frontend !== null) await cp(options.frontend, staging, { recursive: true })
    const result = await new Generator(options, staging).run()
    if (isEmpty) await rmdir(target)
    await rename(staging, target)
    return result
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

class Generator {
  /** Sources that were asked for or wait in the queue. */
  readonly #seen = new Set<string>()
  readonly #queue: StaticLink[] = []
  readonly #written = new Set<string>()
  readonly #links: { target: StaticLink; link: string; from: string }[] = []
  readonly #redirects = new Map<string, { to: string; status: number }>()
  readonly #unwritable: DeadLink[] = []

  constructor(
    private readonly options: StaticSite,
    private readonly directory: string,
  ) {}

  async run(): Promise<Generated> {
    const { images, onProgress } = this.options
    const site = await this.#text('/api/site')
    const sitemap = await this.#text('/sitemap.xml')
    onProgress.total(images.length + PAGES.length + 1 + (sitemap.match(/<loc>/g)?.length ?? 0))
    await this.#write('site.json', Buffer.from(site))
    await this.#write('robots.txt', Buffer.from(await this.#text('/robots.txt')))
    for (const path of [...PAGES, '/sitemap.xml']) this.#enqueue(path)
    for (const language of furtherLanguages)
      for (const path of PAGES) this.#enqueue(`${path}?lang=${language}`)
    for (const path of images) this.#enqueue(urlOfMedia(path))
    for (let link = this.#queue.shift(); link; link = this.#queue.shift()) await this.#generate(link)
    for (const redirect of (JSON.parse(site) as { redirects: SiteRedirect[] }).redirects)
      this.#addRedirect(redirect)
    await this.#writeNotFound('404.html', UNKNOWN_PAGE)
    for (const language of furtherLanguages)
      await this.#writeNotFound(`${language}/404.html`, `${UNKNOWN_PAGE}?lang=${language}`)
    for (let link = this.#queue.shift(); link; link = this.#queue.shift()) await this.#generate(link)
    await this.#writeHome()
    await this.#writeRedirects()
    return { files: this.#written.size, dead: [...this.#unwritable, ...this.#deadLinks()] }
  }

  #enqueue(source: string) {
    const link = this.#resolve(source, '/')
    if (!link || this.#seen.has(link.source)) return
    this.#seen.add(link.source)
    this.#queue.push(link)
  }

  #resolve = (link: string, from: string) => staticLink(link, { siteUrl: this.options.siteUrl, from })

  async #generate(target: StaticLink) {
    const { request, onProgress } = this.options
    const response = await request(target.source)
    const location = response.headers.get('Location')
    if (location !== null && response.status >= 300 && response.status < 400) {
      const change = this.#changeFrom(target)
      this.#redirects.set(target.path, { to: change(location, true) ?? location, status: response.status })
      return
    }
    if (response.status === 404) return
    if (!response.ok) throw new TransferError(`${target.source} returned status ${response.status}.`)
    const file = staticFile(target.path)
    if (file === null) {
      this.#unwritable.push({ link: target.source, from: 'a file cannot have this name' })
      return
    }
    const type = response.headers.get('Content-Type') ?? ''
    const isOfFrontend = !this.#written.has(file) && existsSync(join(this.directory, file))
    if (isOfFrontend && this.options.keepsFrontendPages && type.startsWith('text/html')) return
    onProgress.step(type.startsWith('image/') ? 'images' : 'pages')
    await this.#write(file, await this.#contentOf(response, target, type))
  }

  async #contentOf(response: Response, target: StaticLink, type: string): Promise<Uint8Array> {
    if (type.startsWith('text/html'))
      return Buffer.from(
        changeHtmlLinks(await response.text(), this.options.siteUrl, this.#changeFrom(target)),
      )
    if (/xml/.test(type) && !type.startsWith('image/'))
      return Buffer.from(changeXmlLinks(await response.text(), this.#changeFrom(target)))
    return response.bytes()
  }

  /** Changes links on a page, remembers those that readers can follow and goes on to their targets. */
  #changeFrom({ source }: StaticLink) {
    const { siteUrl } = this.options
    return (link: string, isShown: boolean): string | null => {
      const target = this.#resolve(link, source)
      if (!target) return null
      if (isShown) this.#links.push({ target, link, from: source })
      // Previews of links show images that no reader sees on the page.
      if (isShown || isVariant(target)) this.#enqueue(target.source)
      const isAbsolute = link.startsWith(siteUrl)
      return (isAbsolute ? siteUrl : '') + target.path + target.suffix
    }
  }

  #addRedirect({ from_path: from, to_path: to, status_code: status }: SiteRedirect) {
    // Files have no parameters.
    if (from.includes('?')) return
    for (const language of languageKeys) {
      const query = language === 'primary' ? '' : `?lang=${language}`
      const source = this.#resolve(`${encodeURI(decodeURI(from))}${query}`, '/')
      if (!source || this.#redirects.has(source.path)) continue
      const target = URL.parse(to, `http://site.invalid${from}`)
      const isOwn = target?.origin === 'http://site.invalid'
      if (isOwn && query) target.searchParams.set('lang', language)
      const link = target && isOwn ? target.pathname + target.search + target.hash : to
      const change = this.#changeFrom(source)
      this.#redirects.set(source.path, { to: change(link, true) ?? link, status })
    }
  }

  async #writeNotFound(file: string, source: string) {
    const response = await this.options.request(source)
    const html = await response.text()
    const from = { source, path: '/', suffix: '' }
    await this.#write(file, Buffer.from(changeHtmlLinks(html, this.options.siteUrl, this.#changeFrom(from))))
  }

  /** `/` leads to the blog if there is no home page. */
  async #writeHome() {
    for (const path of ['/', ...furtherLanguages.map((language) => `/${language}/`)])
      if (!this.#exists(path)) this.#redirects.set(path, { to: `${path}blog/`, status: 302 })
  }

  /** Writes the redirects as a `_redirects` file (Netlify, Cloudflare Pages), and as pages for all other hosts. */
  async #writeRedirects() {
    const lines: string[] = []
    for (const [path, { to, status }] of this.#redirects) {
      const file = staticFile(path)
      if (file === null || this.#exists(path)) continue
      lines.push(`${path} ${to} ${status === 308 ? 301 : status}\n`)
      await this.#write(file, Buffer.from(refreshPage(to)))
    }
    if (lines.length > 0) await this.#write('_redirects', Buffer.from(lines.join('')))
  }

  #exists(path: string) {
    const file = staticFile(path)
    return file !== null && (this.#written.has(file) || existsSync(join(this.directory, file)))
  }

  #deadLinks(): DeadLink[] {
    const dead = new Map<string, DeadLink>()
    for (const { target, link, from } of this.#links)
      if (!this.#exists(target.path) && !dead.has(target.path)) dead.set(target.path, { link, from })
    return [...dead.values()]
  }

  async #text(path: string) {
    const response = await this.options.request(path)
    if (!response.ok) throw new TransferError(`${path} returned status ${response.status}.`)
    return response.text()
  }

  async #write(name: string, content: Uint8Array) {
    const file = join(this.directory, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    this.#written.add(name)
  }
}

function refreshPage(to: string) {
  const url = escapeHtml(to)
  return `<!doctype html>
<html><head><meta charset="utf-8"><title>${url}</title><meta name="robots" content="noindex">
<link rel="canonical" href="${url}"><meta http-equiv="refresh" content="0; url=${url}"></head>
<body><a href="${url}">${url}</a></body></html>
`
}
