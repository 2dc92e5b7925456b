// Converts a post's content to plain HTML: blocks, shortcodes, galleries, embeds, players and paragraphs, which
// WordPress renders only when it shows the page. What the file does not contain is removed and named.

import { unescapeHtml } from '../../../text/html.ts'
import { withoutControls } from '../../../text/storable.ts'
import { mapClassic, unwrapBlocks } from './content-blocks.ts'
import { type Faq, MAX_FAQS, toPlainFaq } from './faq-blocks.ts'
import { type Galleries, type Gallery, type GalleryPicture, picturesIn } from './galleries.ts'
import { MAX_HTML_DEPTH, MAX_HTML_LENGTH, whyTooComplex } from './html-nesting.ts'
import { createStyleConverter } from './kept-styles.ts'
import { addParagraphs, linkTo } from './paragraphs.ts'
import { blockDepth } from './scan-blocks.ts'
import type { TagToken } from './scan-shortcodes.ts'
import type { ShortcodeTools } from './shortcode-parts.ts'
import { unwrapShortcodes, whyTooManyShortcodes } from './unwrap-shortcodes.ts'

// Patterns must not backtrack over long input: some content takes minutes with a pattern that looks right.
const PLAYER = /<(iframe|audio|video|embed)\b[^<>]*>(?:(?:(?!<\1)[\s\S])*?<\/\1\s*>)?/gi
const PLAYER_SOURCE = /\bsrc\s*=\s*["']?((?:https?:)?\/\/[^\s"'<>]+)/i
const EMBED_BLOCK = /(wp-block-embed__wrapper["'][^<>]{0,1000}>\s{0,100})(https?:\/\/[^\s<>"']+)/g
const LONE_URL = /(<p(?:\s[^<>]{0,1000})?>\s{0,100})(https?:\/\/[^\s<>"']+)(?=\s{0,100}<\/p>)/gi
/** An empty bookmark at the start of a block, `<a name="part">`, which the editor would drop. */
const ANCHOR =
  /(<(?:h[1-6]|li|p|td)(?:\s(?!id=)[^\s<>]{1,1000}){0,20})(\s{0,100}>\s{0,100})<(?:a|span)\s+(?:id|name)\s*=\s*["']([^"'<>]{1,200})["'][^<>]{0,1000}>\s{0,100}<\/(?:a|span)>/gi

/** The parts of the export that a post refers to. */
export type ContentSource = {
  postId: number
  galleries: Galleries | null
  /** The content of a reusable block by its id. */
  reusableBlocks: ReadonlyMap<number, string>
  /** Whether the content has its paragraphs. */
  isRendered?: boolean
  /** Whether FAQ blocks become `faqs`; otherwise they stay in the text. */
  collectsFaqs: boolean
}

export type ContentHtml = {
  html: string
  /** Plain text. */
  faqs: Faq[]
  /** Names of what is left out or unwrapped, with the reason, one entry for each occurrence: `[poll] left out: …`. */
  removed: string[]
  /** Gallery images that are not in the file. */
  missingImages: number
  /** Players and embeds replaced by links. */
  linkedPlayers: number
  /** The pictures of its galleries. */
  pictures: GalleryPicture[]
}

/** Why content is too long or nested too deeply to convert, or null. Takes time linear in its length. */
export function whyContentTooComplex(content: string): string | null {
  return (
    whyTooComplex(content) ??
    (blockDepth(content) > MAX_HTML_DEPTH
      ? `its blocks are nested more than ${MAX_HTML_DEPTH} levels deep`
      : whyTooManyShortcodes(content))
  )
}

const NO_SOURCE: ContentSource = {
  postId: 0,
  galleries: null,
  reusableBlocks: new Map(),
  collectsFaqs: false,
}

/** Check `whyContentTooComplex` before. */
export function toContentHtml(content: string, source: ContentSource = NO_SOURCE): ContentHtml {
  const result: ContentHtml = {
    html: '',
    faqs: [],
    removed: [],
    missingImages: 0,
    linkedPlayers: 0,
    pictures: [],
  }
  const remove = (name: string, reason = 'the file does not contain its output') =>
    void result.removed.push(`${name} left out: ${reason}`)
  const unwrap = (name: string) =>
    void result.removed.push(`${name} unwrapped: the text inside it is kept, its settings are not`)
  const player = (url: string) => {
    result.linkedPlayers++
    return linkTo(url.replace(/^\/\//, 'https://'))
  }
  const tools = { ...mediaTools(source, result), remove, unwrap, player }
  const marked = unwrapBlocks(withoutControls(content), {
    reusableBlock: (id) => source.reusableBlocks.get(id) ?? null,
    remove,
    faqs: (list) => takeFaqs(list, source, result),
  })
  result.pictures.push(...picturesIn(marked))
  const lostStyles = new Set<string>()
  const html = unwrapShortcodes(marked, tools, createTagConverter(tools, lostStyles))
    .replace(PLAYER, (whole) => {
      const url = PLAYER_SOURCE.exec(whole)?.[1]
      return url === undefined ? whole : player(url)
    })
    .replace(EMBED_BLOCK, (_, before: string, url: string) => before + player(url))
    .replace(LONE_URL, (_, before: string, url: string) => before + linkTo(url))
  if (lostStyles.size > 0) result.removed.push(`styles left out: ${[...lostStyles].sort().join(', ')}`)
  const addMissing = source.isRendered ? (text: string) => text : addParagraphs
  return { ...result, html: belowTitle(mapClassic(html, addMissing).trim().replace(ANCHOR, '$1 id="$3"$2')) }
}

/** The title of a page is its `h1`: headings of a text that has one are a level lower. */
const belowTitle = (html: string): string =>
  /<h1[\s>]/i.test(html)
    ? html.replace(
        /(<\/?h)([1-5])(?=[\s>])/gi,
        (_, start: string, level: string) => start + (Number(level) + 1),
      )
    : html

function mediaTools(
  { galleries, postId }: ContentSource,
  result: ContentHtml,
): Pick<ShortcodeTools, 'figures' | 'gallery' | 'galleryOf' | 'asGallery' | 'files'> {
  let length = 0
  // The limit: many galleries of many images would multiply.
  const render = (gallery: () => Gallery) => {
    const { html, missing } = galleries && length < MAX_HTML_LENGTH ? gallery() : { html: '', missing: 0 }
    if (html === '') return ''
    length += html.length
    result.missingImages += missing
    return `\n${html}\n`
  }
  const asGallery = (html: string) => {
    result.pictures.push(...picturesIn(html, { isGallery: true }))
    return html
  }
  return {
    gallery: (attributes) => asGallery(render(() => galleries!.ofPost(postId, attributes))),
    galleryOf: (ids) => asGallery(render(() => galleries!.ofImages(ids))),
    figures: (ids) => render(() => galleries!.ofImages(ids)),
    asGallery,
    files: (ids) => (galleries?.files(ids) ?? []).map(({ url }) => `\n\n${linkTo(url)}\n\n`).join(''),
  }
}

function takeFaqs(list: readonly Faq[], { collectsFaqs }: ContentSource, result: ContentHtml): string {
  const taken = collectsFaqs ? list.slice(0, MAX_FAQS - result.faqs.length) : []
  result.faqs.push(...taken.map(toPlainFaq))
  const rest = list.slice(taken.length)
  return rest.map(({ question, answer }) => `<h3>${question}</h3>\n<p>${answer}</p>\n`).join('')
}

/** Classes of Elementor, WPBakery, Divi and Avada. */
const WRAPPER =
  /\bclass\s*=\s*["'](?:[^"']*\s)?(?:elementor|e-con|e-parent|vc_|wpb_|et_pb_|et_builder|fusion-)/i
const SETTINGS = /\bdata-settings\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/** Elements that the service removes from every text, those but a form with all that is inside. */
const REMOVED = new Set('applet canvas form math noscript object select svg textarea'.split(' '))

type Tools = {
  player(url: string): string
  remove(name: string, reason?: string): void
}

/** Returns a function that converts the tags of one content in order. */
function createTagConverter(tools: Tools, lostStyles: Set<string>) {
  const convertStyles = createStyleConverter(lostStyles)
  /** Whether each open element is a wrapper, by the element's name. */
  const open: Record<string, boolean[]> = { div: [], section: [] }
  return (token: TagToken): string => {
    const { name, isEnd } = token
    const text = convertStyles(token)
    if (name === 'style') return ''
    if (name === 'script') {
      if (!isEnd && !/\btype\s*=\s*["']application\/ld\+json/i.test(text)) tools.remove('<script>')
      return ''
    }
    if (!isEnd && REMOVED.has(name)) tools.remove(`<${name}>`, 'texts have none')
    const stack = open[name]
    if (!stack) return text
    if (isEnd) return stack.pop() ? '\n\n' : text
    const isWrapper = WRAPPER.test(text)
    stack.push(isWrapper)
    const video = isWrapper ? videoIn(text) : null
    const player = video ? `\n\n${tools.player(video)}\n\n` : ''
    return isWrapper ? `\n\n${player}` : text
  }
}

/** The video of Elementor's widget, whose player a script adds: `{"youtube_url":"https:\/\/…"}`. */
function videoIn(tag: string): string | null {
  const match = SETTINGS.exec(tag)
  const settings = unescapeHtml(match?.[1] ?? match?.[2] ?? '').replaceAll('\\/', '/')
  return (
    /"(?:youtube|vimeo|dailymotion|videopress|hosted)_url":"(https?:\/\/[^"\s<>]+)"/.exec(settings)?.[1] ??
    null
  )
}
