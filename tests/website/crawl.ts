// Follows every link of a website from its home page, sitemap and feed, as a crawler does.
import { attribute, elements, parseHtml, parseXml, type Xml } from '../support/html.ts'

type Fetch = (path: string) => Promise<Response>

export type Crawled = {
  /** The path of each HTML page and its document. */
  pages: Map<string, string>
  /** Links that were answered with an error, with the page that has them. */
  dead: string[]
}

/** `siteUrl`: links that start with it lead to the site too. */
export async function crawl(request: Fetch, siteUrl: string): Promise<Crawled> {
  const pages = new Map<string, string>()
  const dead: string[] = []
  const seen = new Set<string>()
  const queue = ['/', '/sitemap.xml', '/blog/feed.xml', '/robots.txt'].map((path) => ({
    path,
    from: 'start',
  }))
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { path, from } = next
    if (seen.has(path)) continue
    seen.add(path)
    const response = await request(path)
    const type = response.headers.get('Content-Type') ?? ''
    const location = response.headers.get('Location')
    if (response.status >= 400) dead.push(`${path} (${response.status}, on ${from})`)
    const links: Links = location === null ? await linksIn(type, response) : [location]
    if (links.document !== undefined) pages.set(path, links.document)
    for (const link of links) {
      const target = pathOf(link, path, siteUrl)
      if (target) queue.push({ path: target, from: path })
    }
  }
  return { pages, dead }
}

type Links = string[] & { document?: string }

async function linksIn(type: string, response: Response): Promise<Links> {
  if (type.startsWith('text/html')) {
    const document = await response.text()
    const page = parseHtml(document)
    const found = page
      .all('html')
      .flatMap(elements)
      .flatMap((element) =>
        ['href', 'src', 'content'].map((name) => ({ name, value: attribute(element, name) })),
      )
      .flatMap(({ name, value }) => {
        if (!value) return []
        return name === 'content' && !/^https?:/.test(value) ? [] : [value]
      })
    return Object.assign(found, { document })
  }
  if (/xml/.test(type)) return linksInXml(parseXml(await response.text()))
  await response.body?.cancel()
  return []
}

const linksInXml = ({ name, attributes, text, children }: Xml): string[] => [
  ...(/(?:^|:)loc$/.test(name) ? [text] : []),
  ...(attributes.href ? [attributes.href] : []),
  ...children.flatMap(linksInXml),
]

/** The path and query of a link to this site; null for other links. */
function pathOf(link: string, from: string, siteUrl: string): string | null {
  const url = URL.parse(link, siteUrl + from)
  if (url?.origin !== siteUrl) return null
  // Making each variant of an image takes a while.
  return url.pathname.startsWith('/media/') ? url.pathname : url.pathname + url.search
}
