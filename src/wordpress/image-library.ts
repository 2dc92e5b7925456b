// Which of the old site's images an address in a text means: WordPress shows smaller copies of an attachment under
// addresses of their own (`-300x200`, `?w=300`), and the original is what comes along.
import type { Attachment, WordPressExport } from './read-export.ts'

/** `url` is where the old site has it. */
export type ImageSource = Pick<Attachment, 'url' | 'alt' | 'title'>

export type ImageLibrary = {
  /** The featured image of this id. */
  byId(id: number): ImageSource | null
  /** Null for an address of another site, or of none. */
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
      // A name may end in a size of its own, so the whole name goes first.
      const key = keyOf(url)
      const known = byKey.get(key) ?? byKey.get(key.replace(/-\d+x\d+(?=\.\w+$)/, ''))
      return known ?? { url: url.replace(/^\/\//, 'https://').replace(/#.*$/, ''), alt: '', title: '' }
    },
  }
}

/** The addresses of the images in a text, as they are meant. */
export function imageUrlsIn(html: string): string[] {
  const urls: string[] = []
  new HTMLRewriter()
    .on('img[src]', {
      element: (image) => void urls.push(unescaped(image.getAttribute('src')!)),
    })
    .transform(html)
  return urls
}

/** `html` with the address of each image, and of each link to one, as `replace` has it; null leaves one as it is. */
export function replaceImageUrls(html: string, replace: (url: string) => string | null): string {
  const exchange = (attribute: 'src' | 'href') => ({
    element(element: HTMLRewriterTypes.Element) {
      const url = replace(unescaped(element.getAttribute(attribute)!))
      if (url !== null) element.setAttribute(attribute, url)
    },
  })
  return new HTMLRewriter().on('img[src]', exchange('src')).on('a[href]', exchange('href')).transform(html)
}

const parsed = (url: string) => URL.parse(url.replace(/^\/\//, 'https://'))

const hostOf = (url: string) => {
  const found = parsed(url)
  return found && /^https?:$/.test(found.protocol) ? found.host.replace(/^www\./, '') : ''
}

function keyOf(url: string): string {
  const found = parsed(url)
  return found ? hostOf(url) + found.pathname : url
}

// The rewriter gives attributes as they are written.
const unescaped = (text: string) =>
  text
    .replace(/&#0?38;|&#x26;/gi, '&amp;')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
