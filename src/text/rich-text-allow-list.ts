// The HTML and the URLs that rich text may contain, as data: the sanitizer enforces it, and the panel's editor produces
// nothing else.
export const TAGS = (
  'a abbr address article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl ' +
  'dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small ' +
  'span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
).split(' ')

/**
 * In place of `src`: the address on another site of a picture that could not be stored here (yet). Browsers do not load it; the
 * editor and the WordPress import try it again.
 */
export const LEFT_OUT_SRC = 'data-foreign-src'

/**
 * The attributes of each tag, without style (CSS over the whole page) and name (DOM clobbering); `class` as in CLASSES, `id` as
 * in `toTextId`.
 */
export const ATTRIBUTES: Record<string, string[]> = {
  '*': ['dir', 'id', 'lang', 'title'],
  a: ['href', 'hreflang', 'rel', 'target'],
  blockquote: ['cite'],
  col: ['span'],
  colgroup: ['span'],
  del: ['cite', 'datetime'],
  details: ['open'],
  img: ['alt', 'height', 'loading', 'src', 'width', LEFT_OUT_SRC],
  ins: ['cite', 'datetime'],
  li: ['value'],
  ol: ['reversed', 'start', 'type'],
  q: ['cite'],
  td: ['colspan', 'rowspan'],
  th: ['abbr', 'colspan', 'rowspan', 'scope'],
  time: ['datetime'],
}

/** Class names of any tag; `*` stands for the rest of a name. */
export const CLASSES =
  'align* has-text-align-* image-style-* language-* text-left text-center text-right'.split(' ')

export const SIZE_ATTRIBUTES = ['colspan', 'height', 'rowspan', 'span', 'width']
export const LINK_TYPES = [
  'author',
  'external',
  'license',
  'nofollow',
  'noopener',
  'noreferrer',
  'sponsored',
  'ugc',
]

// launder copies the URL for every `<!---->` that it removes: 3 s for one link of 560 KB.
const MAX_URL_LENGTH = 4096
export const ABSOLUTE_URL = /^(?:https?:)?\/\//i

/**
 * Whether a link may be stored: http, https, mailto, tel, `//host/…`, a relative path, `?query` or `#anchor`. Entities
 * are plain text here. Not allowed: the empty string, any other scheme (which a colon in the first segment of a relative
 * path is, too), backslashes (browsers read them as `/`), control characters (browsers drop tab and newline inside a
 * scheme), white space at either end, direction overrides (they display another address), more than 4096 characters.
 */
export function isAllowedUrl(url: string): boolean {
  if (url === '' || url.length > MAX_URL_LENGTH) return false
  if (/[\p{Cc}\p{Zl}\p{Zp}\\\u202a-\u202e\u2066-\u2069]|^\s|\s$/u.test(url)) return false
  if (ABSOLUTE_URL.test(url)) return URL.canParse(url, 'https://base.invalid')
  return /^(?:mailto|tel):./i.test(url) || !/^[^/?#]*:/.test(url)
}

/** Whether a URL may stand in `cite`: an allowed one without `mailto:` and `tel:`. */
export const isAllowedSource = (url: string): boolean => isAllowedUrl(url) && !/^(?:mailto|tel):/i.test(url)

/** Whether a URL may stand in `src`: no document, which no browser shows as an image. */
export const isAllowedImage = (url: string): boolean => isAllowedSource(url) && !isDocumentUrl(url)

/** Whether a URL may stand in `data-foreign-src`: a picture of another site. */
export const isForeignImage = (url: string): boolean => ABSOLUTE_URL.test(url) && isAllowedImage(url)

/** Whether a URL is that of a PDF, as the path of every PDF in the library ends. */
export function isDocumentUrl(url: string): boolean {
  const path = url.split(/[?#]/, 1)[0]!
  // An encoded letter is the letter: `.%70df`.
  return /(?:\.|%2e)(?:p|%[57]0)(?:d|%[46]4)(?:f|%[46]6)$/i.test(path)
}

/** The `rel` of a link as it is stored: known link types only, `noopener` for a link that opens a new tab. */
export function linkTypes(rel: string, opensNewTab: boolean): string {
  const types = `${rel} ${opensNewTab ? 'noopener' : ''}`.toLowerCase().split(/\s+/)
  return [...new Set(types.filter((type) => LINK_TYPES.includes(type)))].join(' ')
}

const CLASS_PATTERN = new RegExp(`^(?:${CLASSES.join('|').replaceAll('*', '.*')})$`)

/** The class names of an attribute that may be stored. */
export const allowedClasses = (value: string): string =>
  value
    .split(/\s+/)
    .filter((name) => CLASS_PATTERN.test(name))
    .join(' ')

/** In front of each id in a text, so that none is one of the page around it. */
export const ID_PREFIX = 'user-content-'

/** The id of an element as it is stored; empty for what can be none. */
export function toTextId(id: string): string {
  const name = id.trim()
  if (name === '' || name.length > 200 || /[\s\p{Cc}]/u.test(name)) return ''
  return name.startsWith(ID_PREFIX) ? name : ID_PREFIX + name
}

/** The stored id that a link to a place in the same text, `#part-2`, means; empty for other links. */
export function idOfLink(href: string): string {
  const name = href.trim().startsWith('#') ? href.trim().slice(1) : ''
  try {
    return toTextId(decodeURIComponent(name))
  } catch {
    return toTextId(name)
  }
}

/** Whether a size may be stored: up to four digits, with or without a percent sign. */
export const isAllowedSize = (value: string): boolean => /^\d{1,4}%?$/.test(value)
