// The place of a page of the service in a static site, which has no query strings: `/blog?lang=en&page=2` becomes
// `/en/blog/page/2/`, the file `en/blog/page/2/index.html`, and `/blog?tag=x` becomes `/blog/tag/x/`.

import { furtherLanguages } from '../../text/content-language.ts'
import { escapeHtml, unescapeHtml } from '../../text/html.ts'
import { withoutTrailingSlashes } from '../../text/trim-end.ts'

export type StaticLink = {
  /** Path and query to ask the service for. */
  source: string
  /** Path in the static site, percent-encoded; a page ends with a slash. */
  path: string
  /** `?` and `#` parts that only the browser uses. */
  suffix: string
}

// A reserved name (RFC 2606), only to parse relative links.
const SITE = 'http://site.invalid'

/** A link on the page `from` (a path of the service); null if it leads elsewhere. */
export function staticLink(
  link: string,
  { siteUrl, from }: { siteUrl: string; from: string },
): StaticLink | null {
  const isOwn = link === siteUrl || ['/', '?', '#'].some((next) => link.startsWith(siteUrl + next))
  const relative = isOwn ? link.slice(siteUrl.length) || '/' : link
  if (relative.startsWith('#')) return null
  const url = URL.parse(relative, SITE + from)
  if (url?.origin !== SITE) return null
  const variant = staticVariant(url)
  if (variant) return variant
  const { searchParams, pathname, hash } = url
  const wanted = searchParams.get('lang')?.toLowerCase()
  const language = furtherLanguages.find((key) => key === wanted)
  const page = /^[1-9]\d{0,5}$/.exec(searchParams.get('page') ?? '')?.[0] ?? '1'
  const plain = withoutTrailingSlashes(pathname) || '/'
  const isFile = /\.[a-z0-9]{2,5}$/i.test(plain) || plain.startsWith('/media/')
  const filter = ['category', 'tag'].find((name) => searchParams.get(name))
  const value = filter && encodeURIComponent(searchParams.get(filter)!)
  const query = [
    filter && `${filter}=${value}`,
    language && `lang=${language}`,
    page !== '1' && `page=${page}`,
  ]
    .filter(Boolean)
    .join('&')
  const prefix = language && !plain.startsWith('/media/') ? `/${language}` : ''
  const list = `${filter ? `${filter}/${value}/` : ''}${page === '1' ? '' : `page/${page}/`}`
  const end = isFile ? '' : `${plain === '/' ? '' : '/'}${list}`
  return { source: query ? `${plain}?${query}` : plain, path: prefix + plain + end, suffix: hash }
}

/** A variant of an image as a file of its own. A static host cannot choose a format, and every browser has WebP. */
function staticVariant({ pathname, searchParams }: URL): StaticLink | null {
  const [, month, name] = /^\/media\/(\d{4}\/\d{2})\/([^/]+\.([a-z]+))$/.exec(pathname) ?? []
  const width = searchParams.get('w')
  if (!month || !name || !width) return null
  if (searchParams.get('f') === 'auto') searchParams.set('f', 'webp')
  const extension = searchParams.get('f') ?? name.replace(/^.*\./, '')
  const file = [width, searchParams.get('ratio'), searchParams.get('v')].filter(Boolean).join('-')
  return {
    source: `${pathname}?${searchParams}`,
    path: `/media/${month}/derived/${name}/${file}.${extension}`,
    suffix: '',
  }
}

export const isVariant = ({ path }: StaticLink) => /^\/media\/\d{4}\/\d{2}\/derived\//.test(path)

/** The file of a path in the static site; null where a file system or a host could not have it. */
export function staticFile(path: string): string | null {
  try {
    const file = decodeURIComponent(path.slice(1)).normalize('NFC') + (path.endsWith('/') ? 'index.html' : '')
    const isSafe = file
      .split('/')
      .every((segment) => segment !== '' && !segment.startsWith('.') && Buffer.byteLength(segment) <= 255)
    return isSafe && !/[\p{Cc}\\]/u.test(file) ? file : null
  } catch {
    return null
  }
}

const LINKING_ATTRIBUTE = /(?<=\s(href|src|poster|content)=")[^"]*(?=")/g
const SRCSET = /(?<=\ssrcset=")[^"]*(?=")/g
const JSON_LD = /<script type="application\/ld\+json"[^<>]*>/g
const JSON_STRING = /"(?:[^"\\]|\\.)*"/g
const XML_LINK = /(?<=<(?:loc|image:loc)>)[^<]*(?=<)|(?<=\shref=")[^"]*(?=")/g

/** Returns the new link; null leaves it. `isShown`: it is one that readers can follow, not only metadata. */
export type ChangeLink = (link: string, isShown: boolean) => string | null

/** Changes the links of a page: in attributes, and in JSON-LD the strings that are absolute URLs. */
export function changeHtmlLinks(html: string, siteUrl: string, change: ChangeLink): string {
  const changeOr = (text: string, isShown: boolean) => {
    const changed = change(unescapeHtml(text), isShown)
    return changed === null ? text : escapeHtml(changed)
  }
  const changed = html
    .replace(LINKING_ATTRIBUTE, (text, attribute) =>
      attribute === 'content' && !text.startsWith(siteUrl) ? text : changeOr(text, attribute !== 'content'),
    )
    .replace(SRCSET, (candidates) =>
      candidates
        .split(', ')
        .map((candidate) => candidate.replace(/^\S+/, (link) => changeOr(link, true)))
        .join(', '),
    )
  return mapJsonLd(changed, (json) =>
    json.replace(JSON_STRING, (text) => {
      if (!text.startsWith(`"${siteUrl}`)) return text
      const changed = change(JSON.parse(text), false)
      return changed === null ? text : JSON.stringify(changed).replaceAll('<', '\\u003c')
    }),
  )
}

/** A loop, because a regular expression looks for the end once from each script that has none. */
function mapJsonLd(html: string, change: (json: string) => string): string {
  let result = ''
  let at = 0
  for (const { 0: tag, index } of html.matchAll(JSON_LD)) {
    const start = index + tag.length
    const end = html.indexOf('</script>', start)
    if (end === -1) break
    if (start < at) continue
    result += html.slice(at, start) + change(html.slice(start, end))
    at = end
  }
  return result + html.slice(at)
}

/** Changes the links of a feed or sitemap; the ids of feed entries stay. */
export const changeXmlLinks = (xml: string, change: ChangeLink): string =>
  xml.replace(XML_LINK, (text) => {
    const changed = change(unescapeHtml(text), true)
    return changed === null ? text : escapeHtml(changed)
  })
