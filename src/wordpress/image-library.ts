// Maps image URLs of the old site to attachments. WordPress shows scaled copies under their own URLs (`-300x200`,
// `?w=300`); the original is imported.
import type { Attachment, WordPressExport } from './wordpress-export.ts'

/** `url` is the address on the old site. */
export type ImageSource = Pick<Attachment, 'url' | 'alt' | 'title'>

export type ImageLibrary = {
  /** The attachment with this id. */
  byId(id: number): ImageSource | null
  /** The image at this URL, or null for a URL of another site. */
  find(url: string): ImageSource | null
}

export function createImageLibrary({ attachments, sites }: WordPressExport): ImageLibrary {
  const byId = new Map(attachments.map((attachment) => [attachment.id, attachment]))
  const byKey = new Map(attachments.map((attachment) => [keyOf(attachment.url), attachment]))
  const hosts = new Set([...sites, ...attachments.map(({ url }) => url)].map(hostOf).filter(Boolean))
  return {
    byId: (id) => byId.get(id) ?? null,
    find(url) {
      if (!hosts.has(hostOf(url))) return null
      // An original's own name can end in a size as well, so the whole name is tried first.
      const key = keyOf(url)
      const attachment = byKey.get(key) ?? byKey.get(key.replace(/-\d+x\d+(?=\.\w+$)/, ''))
      return attachment ?? { url: url.replace(/^\/\//, 'https://').replace(/#.*$/, ''), alt: '', title: '' }
    },
  }
}

/** The `src` of every image, unescaped. */
export function imageUrlsIn(html: string): string[] {
  const urls: string[] = []
  new HTMLRewriter()
    .on('img[src]', {
      element: (image) => void urls.push(unescapeHtml(image.getAttribute('src')!)),
    })
    .transform(html)
  return urls
}

/** Replaces the URLs of images and of links to images; `replace` returns null to keep a URL. */
export function replaceImageUrls(html: string, replace: (url: string) => string | null): string {
  const replaceAttribute = (attribute: 'src' | 'href') => ({
    element(element: HTMLRewriterTypes.Element) {
      const url = replace(unescapeHtml(element.getAttribute(attribute)!))
      if (url !== null) element.setAttribute(attribute, url)
    },
  })
  return new HTMLRewriter()
    .on('img[src]', replaceAttribute('src'))
    .on('a[href]', replaceAttribute('href'))
    .transform(html)
}

const parseUrl = (url: string) => URL.parse(url.replace(/^\/\//, 'https://'))

const hostOf = (url: string) => {
  const parsed = parseUrl(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.host.replace(/^www\./, '') : ''
}

function keyOf(url: string): string {
  const parsed = parseUrl(url)
  return parsed ? hostOf(url) + parsed.pathname : url
}

// HTMLRewriter returns attribute values still escaped.
const unescapeHtml = (text: string) =>
  text
    .replace(/&#0?38;|&#x26;/gi, '&amp;')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
