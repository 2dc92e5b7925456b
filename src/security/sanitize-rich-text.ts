// Sanitizes rich text and validates URLs: the only place that decides which HTML and which URLs the service accepts. Any
// string becomes inert HTML, idempotently.
import sanitizeHtml from 'sanitize-html'

// Advisories checked for sanitize-html, all fixed in the version used here, 2.18.1, or earlier: CVE-2014-125128,
// CVE-2016-1000237, CVE-2017-16016, CVE-2017-16017, CVE-2019-25225, CVE-2021-26539, CVE-2021-26540,
// CVE-2022-25887, CVE-2024-21501, CVE-2026-40186, CVE-2026-44990, CVE-2026-53606, GHSA-jxwj-j7wr-gfrw,
// GHSA-g8qq-57p8-ggw5, GHSA-374f-7chj-9948, GHSA-cv27-6wvh-8x7j, GHSA-x3q4-9hxx-gx8m, GHSA-c9rx-x947-fp3h.
// None is known for its dependencies htmlparser2 12.0.0 and launder 1.7.2. Two of their loops are not linear: see
// MAX_PARSER_WORK and MAX_URL_LENGTH.

const TAGS =
  'a abbr address article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl ' +
  'dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small ' +
  'span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'

// Dropped with their content, because browsers parse it by other rules than HTML's, or only without scripts: the basis of
// mutation XSS.
const DROPPED_WITH_CONTENT =
  'applet audio canvas iframe math noembed noframes noscript object option plaintext script select style svg ' +
  'template textarea title video xmp'

// No style (CSS over the whole page), no id or name (DOM clobbering). `class` is limited to CLASSES.
const ATTRIBUTES = {
  '*': ['dir', 'lang', 'title'],
  a: ['href', 'hreflang', 'rel', 'target'],
  blockquote: ['cite'],
  col: ['span'],
  colgroup: ['span'],
  del: ['cite', 'datetime'],
  details: ['open'],
  img: ['alt', 'height', 'loading', 'src', 'width'],
  ins: ['cite', 'datetime'],
  li: ['value'],
  ol: ['reversed', 'start', 'type'],
  q: ['cite'],
  td: ['colspan', 'rowspan'],
  th: ['abbr', 'colspan', 'rowspan', 'scope'],
  time: ['datetime'],
}
const CLASSES = 'align* has-text-align-* image-style-* language-* text-left text-center text-right'

const URL_ATTRIBUTES = ['cite', 'href', 'src']
const SIZE_ATTRIBUTES = ['colspan', 'height', 'rowspan', 'span', 'width']
const LINK_TYPES = ['author', 'external', 'license', 'nofollow', 'noopener', 'noreferrer', 'sponsored', 'ugc']

const MAX_DEPTH = 100 // browsers stop at 512 open elements; editors produce a few dozen
const MAX_PASSES = 5 // 1.2 million random documents were stable after two, which a third confirms
// htmlparser2 searches its stack of open tags at every end tag: depth × tags steps, which took 33 s for 560 KB of
// `<b>…</p>…`; with this limit 0.2 s.
const MAX_PARSER_WORK = 1e8
// launder copies the URL for every `<!---->` that it removes: 3 s for one link of 560 KB.
const MAX_URL_LENGTH = 4096
const ABSOLUTE = /^(?:https?:)?\/\//i

class TooDeep extends Error {}

export type SanitizeOptions = {
  /** Public base URL of the site's media, such as `https://cdn.example.com`. */
  mediaBase: string
  /** Sanitizing stops as soon as the result is longer than this; the caller must refuse such a result. */
  maxLength?: number | undefined
}

/**
 * Rich text in its stored form: only the tags, attributes and URL schemes above, without comments, with relative media
 * URLs. `sanitizeRichText(sanitizeRichText(x)) === sanitizeRichText(x)` for every string.
 *
 * Tags nested deeper than 100 are removed, their text stays. Markup nested so deeply that parsing it would not be linear is
 * reduced to its text. Never throws. Takes up to 3 s for 500,000 characters: see sanitizer-pool.ts.
 */
export function sanitizeRichText(
  html: string,
  { mediaBase, maxLength = Number.POSITIVE_INFINITY }: SanitizeOptions,
): string {
  // Postgres cannot store NUL or unpaired surrogates. NUL is removed before parsing, as it could split a tag name.
  let current = html.replaceAll('\0', '').toWellFormed()
  try {
    // Removing a tag can join two that close each other (`<a><font><a>`), so one pass may not be stable.
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const next = sanitizeOnce(current, mediaBase)
      if (next === current) return current
      current = next
      if (current.length > maxLength) return current
    }
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
  }
  return sanitizeOnce(current.replace(/<[^>]*>?/g, ''), mediaBase)
}

/**
 * Whether a link may be stored: http, https, mailto, tel, `//host/…`, a relative path, `?query` or `#anchor`. Entities
 * are plain text here. Not allowed: the empty string, any other scheme (which a colon in the first segment of a relative
 * path is, too), backslashes (browsers read them as `/`), control characters (browsers drop tab and newline inside a
 * scheme), white space at either end, direction overrides (they display another address), more than 4096 characters.
 */
export function isAllowedUrl(url: string): boolean {
  if (url === '' || url.length > MAX_URL_LENGTH) return false
  if (/[\p{Cc}\p{Zl}\p{Zp}\\\u202a-\u202e\u2066-\u2069]|^\s|\s$/u.test(url)) return false
  if (ABSOLUTE.test(url)) return URL.canParse(url, 'https://base.invalid')
  return /^(?:mailto|tel):./i.test(url) || !/^[^/?#]*:/.test(url)
}

/**
 * `https://cdn.example.com/media/2026/01/a.jpg` → `/media/2026/01/a.jpg` when `mediaBase` is
 * `https://cdn.example.com`. Any other string, and anything outside of the base's `/media/`, is returned unchanged.
 */
export function toRelativeMediaUrl(url: string, mediaBase: string): string {
  const base = URL.parse(mediaBase)
  const target = ABSOLUTE.test(url) ? URL.parse(url, mediaBase) : null
  if (!base || !target || target.origin !== base.origin || target.username || target.password) return url
  const prefix = base.pathname.replace(/\/+$/, '')
  const path = url.replace(/^[^/]*\/\/[^/?#]*/, '') // as written: URL would percent-encode Persian names
  const isBelowMedia = (candidate: string) => candidate.startsWith(`${prefix}/media/`)
  return isBelowMedia(path) && isBelowMedia(target.pathname) ? path.slice(prefix.length) : url
}

function sanitizeOnce(html: string, mediaBase: string): string {
  const tags = html.split('<').length
  let depth = 0
  return sanitizeHtml(html, {
    allowedTags: TAGS.split(' '),
    nonTextTags: DROPPED_WITH_CONTENT.split(' '),
    allowedAttributes: ATTRIBUTES,
    allowedClasses: { '*': CLASSES.split(' ') },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    selfClosing: ['br', 'col', 'hr', 'img', 'wbr'],
    nestingLimit: MAX_DEPTH,
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: cleanAttributes(attribs, mediaBase) }) },
    onOpenTag: () => {
      if (++depth * tags > MAX_PARSER_WORK) throw new TooDeep()
    },
    onCloseTag: () => {
      depth--
    },
  })
}

function cleanAttributes(attribs: sanitizeHtml.Attributes, mediaBase: string): sanitizeHtml.Attributes {
  const cleaned = { ...attribs }
  for (const name of URL_ATTRIBUTES) {
    const url = cleaned[name]?.trim() ?? ''
    if (isAllowedUrl(url) && (name === 'href' || !/^(?:mailto|tel):/i.test(url))) {
      cleaned[name] = toRelativeMediaUrl(url, mediaBase)
    } else delete cleaned[name]
  }
  for (const name of SIZE_ATTRIBUTES) if (!/^\d{1,4}%?$/.test(cleaned[name] ?? '')) delete cleaned[name]
  const opensNewTab = cleaned.target === '_blank'
  if (!opensNewTab) delete cleaned.target
  const types = `${cleaned.rel ?? ''} ${opensNewTab ? 'noopener' : ''}`.toLowerCase().split(/\s+/)
  cleaned.rel = [...new Set(types.filter((type) => LINK_TYPES.includes(type)))].join(' ') // omitted if empty
  return cleaned
}
