// Maps URLs of images and PDFs of the old site to attachments. WordPress shows scaled copies under their own URLs
// (`-300x200`, `-scaled`, `?w=300`); the largest original is imported.
import { unescapeHtml } from '../../../text/html.ts'
import { LEFT_OUT_SRC } from '../../../text/rich-text-allow-list.ts'
import type { Attachment, WordPressExport } from '../read/wordpress-export.ts'

/** `url` is the address on the old site; `id` that of the attachment, if the file has one. */
export type ImageSource = Pick<Attachment, 'url' | 'alt' | 'title'> & { id?: number }

export type ImageLibrary = {
  /** The attachment with this id. */
  byId(id: number): ImageSource | null
  /** The file at this URL, or null for a URL of another site. */
  find(url: string): ImageSource | null
}

/** Characters of a text that describes an image, as the media library accepts them. */
export const MAX_CAPTION = 300

const SIZE = /-\d+x\d+(?=\.\w+$)/
/** WordPress stores uploads above 2,560 pixels again under this name (wp-admin/includes/image.php). */
const SCALED = /-scaled(?=\.\w+$)/
const FILE = /\.(?:avif|gif|jpe?g|pdf|png|webp)$/i

export function createImageLibrary({
  attachments,
  sites,
}: Pick<WordPressExport, 'attachments' | 'sites'>): ImageLibrary {
  const byId = new Map(attachments.map((attachment) => [attachment.id, attachment]))
  const byKey = new Map(attachments.map((attachment) => [keyOf(attachment.url), attachment]))
  const hosts = new Set([...sites, ...attachments.map(({ url }) => url)].map(hostOf).filter(Boolean))
  return {
    byId: (id) => byId.get(id) ?? null,
    find(url) {
      if (!hosts.has(hostOf(url))) return null
      // An original's own name can end in a size as well, so the whole name is tried first.
      const key = keyOf(url)
      const original = key.replace(SIZE, '')
      const attachment =
        byKey.get(key) ?? byKey.get(original) ?? byKey.get(original.replace(/(?=\.\w+$)/, '-scaled'))
      return attachment ?? { url: url.replace(/^\/\//, 'https://').split('#', 1)[0]!, alt: '', title: '' }
    },
  }
}

/** The URLs under which a file may be stored, the largest first, the given one last. */
export function originalsOf({ url, id }: ImageSource): string[] {
  const parsed = URL.parse(url)
  if (!parsed || !FILE.test(parsed.pathname)) return [url]
  // An attachment is an original, whatever its name ends in; only WordPress itself adds `-scaled`.
  const unsized = id === undefined ? parsed.pathname.replace(SIZE, '') : parsed.pathname
  const original = unsized.replace(SCALED, '')
  if (original === parsed.pathname) return [url]
  return [Object.assign(new URL(url), { pathname: original, search: '' }).href, url]
}

export const isDocument = (url: string): boolean => /\.pdf$/i.test(parseUrl(url)?.pathname ?? '')

/** The address of an image, shown or left out. */
const IMAGE_SOURCES = ['src', LEFT_OUT_SRC] as const

/** The address of every image, and the `href` of every link to an image or a PDF, unescaped. */
export function mediaUrlsIn(html: string): string[] {
  const urls: string[] = []
  const add = (url: string) => void urls.push(unescapeHtml(url))
  new HTMLRewriter()
    .on('img', { element: (image) => add(addressOf(image)) })
    .on('a[href]', {
      element(link) {
        const href = link.getAttribute('href')!
        if (FILE.test(parseUrl(unescapeHtml(href))?.pathname ?? '')) add(href)
      },
    })
    .transform(html)
  return urls
}

/** `url` null: the file could not be stored. */
export type Replacement = { url: string | null; alt?: string }

/**
 * Replaces the URLs of images and of links to files; `replace` returns null to keep one. An image without a text
 * alternative gets that of the replacement. An image that could not be stored is left out: it keeps its URL for the next run,
 * and browsers do not load it from the old site.
 */
export function replaceMediaUrls(html: string, replace: (url: string) => Replacement | null): string {
  return new HTMLRewriter()
    .on('img', {
      element(image) {
        const address = addressOf(image)
        const replacement = replace(unescapeHtml(address))
        if (!replacement) return
        image.removeAttribute(replacement.url === null ? 'src' : LEFT_OUT_SRC)
        image.setAttribute(replacement.url === null ? LEFT_OUT_SRC : 'src', replacement.url ?? address)
        if (replacement.alt && !image.getAttribute('alt')) image.setAttribute('alt', replacement.alt)
      },
    })
    .on('a[href]', {
      element(link) {
        const replacement = replace(unescapeHtml(link.getAttribute('href')!))
        if (replacement?.url) link.setAttribute('href', replacement.url)
      },
    })
    .transform(html)
}

const addressOf = (image: HTMLRewriterTypes.Element) =>
  IMAGE_SOURCES.map((name) => image.getAttribute(name)).find((value) => value !== null) ?? ''

const parseUrl = (url: string) => URL.parse(url.replace(/^\/\//, 'https://'))

const hostOf = (url: string) => {
  const parsed = parseUrl(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.host.replace(/^www\./, '') : ''
}

function keyOf(url: string): string {
  const parsed = parseUrl(url)
  return parsed ? hostOf(url) + parsed.pathname : url
}
