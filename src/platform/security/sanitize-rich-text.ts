// Sanitizes rich text: with the allow-list it imports, the only place that decides which HTML and which URLs the service
// accepts. Any string becomes inert HTML, idempotently.

import sanitizeHtml from 'sanitize-html'
import { attributesIn, tokenizeHtml, unescapeHtml, VOID_ELEMENTS } from '../../text/html.ts'
import {
  ABSOLUTE_URL,
  ATTRIBUTES,
  CLASSES,
  idOfLink,
  isAllowedImage,
  isAllowedSize,
  isAllowedSource,
  isAllowedUrl,
  isForeignImage,
  LEFT_OUT_SRC,
  linkTypes,
  SIZE_ATTRIBUTES,
  TAGS,
  toTextId,
} from '../../text/rich-text-allow-list.ts'
import { toStorable, withoutControls } from '../../text/storable.ts'
import { withoutTrailingSlashes } from '../../text/trim-end.ts'

export { isAllowedUrl }

// Advisories checked for sanitize-html, all fixed in the version used here, 2.18.1, or earlier: CVE-2014-125128,
// CVE-2016-1000237, CVE-2017-16016, CVE-2017-16017, CVE-2019-25225, CVE-2021-26539, CVE-2021-26540,
// CVE-2022-25887, CVE-2024-21501, CVE-2026-40186, CVE-2026-44990, CVE-2026-53606, GHSA-jxwj-j7wr-gfrw,
// GHSA-g8qq-57p8-ggw5, GHSA-374f-7chj-9948, GHSA-cv27-6wvh-8x7j, GHSA-x3q4-9hxx-gx8m, GHSA-c9rx-x947-fp3h.
// None is known for its dependencies htmlparser2 12.0.0 and launder 1.7.2. Two of their loops are not linear: see
// MAX_PARSER_WORK here and MAX_URL_LENGTH in the allow-list.

// Elements that are dropped with their content, because browsers parse it by other rules than HTML's, or only without
// scripts: the basis of mutation XSS.
const DROPPED_WITH_CONTENT =
  'applet audio canvas iframe math noembed noframes noscript object option plaintext script select style svg ' +
  'template textarea title video xmp'

const URL_ATTRIBUTES = { cite: isAllowedSource, href: isAllowedUrl, src: isAllowedImage }

const MAX_DEPTH = 100 // browsers stop at 512 open elements; editors produce a few dozen
const MAX_PASSES = 5 // 1.2 million random documents were stable after two, which a third confirms
// htmlparser2 searches its stack of open tags at every end tag: depth × tags steps, which took 33 s for 560 KB of
// `<b>…</p>…`; with this limit 0.2 s.
const MAX_PARSER_WORK = 1e8
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
 * reduced to its text. Never throws. Takes up to 3 s for 500,000 characters: see text-workers.ts.
 */
export function sanitizeRichText(
  html: string,
  { mediaBase, maxLength = Number.POSITIVE_INFINITY }: SanitizeOptions,
): string {
  // NUL is removed before parsing, as it could split a tag name.
  let current = toStorable(html)
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
 * `https://cdn.example.com/media/2026/01/a.jpg` → `/media/2026/01/a.jpg` when `mediaBase` is
 * `https://cdn.example.com`. Any other string, and anything outside of the base's `/media/`, is returned unchanged.
 */
export function toRelativeMediaUrl(url: string, mediaBase: string): string {
  const base = URL.parse(mediaBase)
  const target = ABSOLUTE_URL.test(url) ? URL.parse(url, mediaBase) : null
  if (!base || !target || target.origin !== base.origin || target.username || target.password) return url
  const prefix = withoutTrailingSlashes(base.pathname)
  const path = url.replace(/^[^/]*\/\/[^/?#]*/, '') // as written: URL would percent-encode Persian names
  const isBelowMedia = (candidate: string) => candidate.startsWith(`${prefix}/media/`)
  return isBelowMedia(path) && isBelowMedia(target.pathname) ? path.slice(prefix.length) : url
}

function sanitizeOnce(html: string, mediaBase: string): string {
  const tags = html.split('<').length
  let depth = 0
  const anchors = anchorsIn(html)
  const sanitized = sanitizeHtml(html, {
    allowedTags: TAGS,
    nonTextTags: DROPPED_WITH_CONTENT.split(' '),
    allowedAttributes: ATTRIBUTES,
    allowedClasses: { '*': CLASSES },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    selfClosing: [...VOID_ELEMENTS],
    nestingLimit: MAX_DEPTH,
    transformTags: {
      '*': (tagName, attribs) => ({
        tagName,
        attribs: withId(cleanAttributes(attribs, mediaBase), tagName, anchors),
      }),
    },
    onOpenTag: () => {
      if (++depth * tags > MAX_PARSER_WORK) throw new TooDeep()
    },
    onCloseTag: () => {
      depth--
    },
  })
  return withoutControls(sanitized) // also those that were references, such as `&#3;`
}

function cleanAttributes(attribs: sanitizeHtml.Attributes, mediaBase: string): sanitizeHtml.Attributes {
  const cleaned = { ...attribs }
  for (const name of ['cite', 'href', 'src'] as const) {
    const url = cleaned[name]?.trim() ?? ''
    if (URL_ATTRIBUTES[name](url)) {
      cleaned[name] = toRelativeMediaUrl(url, mediaBase)
    } else delete cleaned[name]
  }
  const leftOut = cleaned[LEFT_OUT_SRC]?.trim() ?? ''
  if (cleaned.src === undefined && isForeignImage(leftOut)) cleaned[LEFT_OUT_SRC] = leftOut
  else delete cleaned[LEFT_OUT_SRC]
  for (const name of SIZE_ATTRIBUTES) if (!isAllowedSize(cleaned[name] ?? '')) delete cleaned[name]
  const opensNewTab = cleaned.target === '_blank'
  if (!opensNewTab) delete cleaned.target
  cleaned.rel = linkTypes(cleaned.rel ?? '', opensNewTab) // omitted if empty
  return cleaned
}

/** The ids in a text, and those that its own links lead to. */
type Anchors = { ids: Set<string>; linked: Set<string>; written: Set<string> }

function anchorsIn(html: string): Anchors {
  const anchors: Anchors = { ids: new Set(), linked: new Set(), written: new Set() }
  if (!html.includes('#') || !/\b(?:id|name)\b/i.test(html)) return anchors
  for (const { kind, tag, attributes } of tokenizeHtml(html)) {
    if (kind !== 'start' || attributes === '') continue
    const { id, name, href } = attributesIn(attributes)
    const own = id ?? (tag === 'a' ? name : undefined)
    if (own !== undefined) anchors.ids.add(toTextId(unescapeHtml(own)))
    if (href !== undefined) anchors.linked.add(idOfLink(unescapeHtml(href)))
  }
  return anchors
}

/** Headings keep their ids, other elements those that a link of the same text leads to; the links follow them. */
function withId(
  { id, name, ...attribs }: sanitizeHtml.Attributes,
  tag: string,
  { ids, linked, written }: Anchors,
): sanitizeHtml.Attributes {
  const target = idOfLink(attribs.href ?? '')
  if (target !== '' && ids.has(target)) attribs.href = `#${target}`
  const own = toTextId(id ?? (tag === 'a' ? name : undefined) ?? '')
  const isKept = own !== '' && !written.has(own) && (/^h[1-6]$/.test(tag) || linked.has(own))
  if (!isKept) return attribs
  written.add(own)
  return { ...attribs, id: own }
}
