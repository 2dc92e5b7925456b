// Converts a post's content to plain HTML: captions, galleries, embeds, players and paragraphs, which WordPress renders
// only when it shows the page. Shortcodes and dynamic blocks whose output is not in the file are removed and counted.
import type { Gallery } from './galleries.ts'
import { MAX_HTML_LENGTH } from './html-nesting.ts'
import { addParagraphs, linkTo } from './paragraphs.ts'

// Shortcodes of WordPress, wordpress.com and the most common plugins. Other text in brackets is kept.
const SHORTCODES =
  'gallery|playlist|audio|video|embed|youtube|vimeo|wpvideo|videopress|wordpresstv|dailymotion|ted|twitter|tweet|' +
  'instagram|facebook|soundcloud|spotify|slideshare|slideshow|googlemaps|google-maps|recipe|poll|polldaddy|crowdsignal|' +
  'contact-form|contact-field|contact-form-7|gravityform|wpforms|ninja_form|mailchimp_subscriber_popup|' +
  'blog_subscription_form|subscribe2|jetpack_subscription_form|portfolio|testimonials|archives|sitemap|googleapps'

// Patterns must not backtrack over long input: some content takes minutes with a pattern that looks right.
const COMMENT = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))/g
const DYNAMIC_BLOCK = /^<!--\s+wp:[\s\S]*\/-->$/
const CAPTION = /\[((?:wp_)?caption)\b([^\][]*)\]((?:(?!\[(?:wp_)?caption)[\s\S])*?)\[\/\1\]/gi
const URL_SHORTCODE = /\[(embed|audio|video)\b[^\][]*\]\s*(https?:\/\/[^\s"'<>[\]]+)\s*\[\/\1\]/gi
const SHORTCODE = new RegExp(`\\[(\\[?)(/?)(${SHORTCODES})(?![\\w-])([^\\][]*)\\](\\]?)`, 'gi')
const PLAYER = /<(iframe|audio|video|embed)\b[^<>]*>(?:(?:(?!<\1)[\s\S])*?<\/\1\s*>)?/gi
const PLAYER_SOURCE = /\bsrc\s*=\s*["']?((?:https?:)?\/\/[^\s"'<>]+)/i
const EMBED_BLOCK = /(wp-block-embed__wrapper["'][^<>]{0,1000}>\s{0,100})(https?:\/\/[^\s<>"']+)/g

export type ContentHtml = {
  html: string
  /** Shortcodes whose output is not in the file, such as `[poll]`, one entry for each occurrence. */
  removedShortcodes: string[]
  /** Gallery images that are not in the file. */
  missingImages: number
  /** Blocks whose content only WordPress generates. */
  dynamicBlocks: number
  /** Players and embeds replaced by links. */
  linkedPlayers: number
}

type Shortcode = { slash: string; name: string; attributes: string }
type GalleryOf = (attributes: string) => Gallery

/** `galleryOf` returns the images of a `[gallery]` with these attributes. Check `whyTooComplex` before. */
export function toContentHtml(
  content: string,
  galleryOf: GalleryOf = () => ({ html: '', missing: 0 }),
): ContentHtml {
  const result = {
    removedShortcodes: [] as string[],
    missingImages: 0,
    dynamicBlocks: 0,
    linkedPlayers: 0,
  }
  let galleryLength = 0
  const toLink = (url: string) => {
    result.linkedPlayers++
    return linkTo(url.replace(/^\/\//, 'https://'))
  }
  const html = content
    .replace(COMMENT, (comment) => {
      if (DYNAMIC_BLOCK.test(comment)) result.dynamicBlocks++
      return ''
    })
    .replace(CAPTION, toFigure)
    .replace(URL_SHORTCODE, (_, _name: string, url: string) => `\n\n${toLink(url)}\n\n`)
    .replace(SHORTCODE, (...groups) => {
      const [whole, before, slash, name, attributes, after] = groups as string[]
      // `[[gallery]]` is the escaped form of `[gallery]`.
      if (before && after) return whole!.slice(1, -1)
      return before + renderShortcode({ slash, name, attributes } as Shortcode) + after
    })
    .replace(PLAYER, (player) => {
      const source = PLAYER_SOURCE.exec(player)
      return source ? toLink(source[1]!) : player
    })
    .replace(EMBED_BLOCK, (_, before: string, url: string) => before + toLink(url))

  function renderShortcode({ slash, name, attributes }: Shortcode): string {
    // The limit: many galleries of many images would multiply.
    const isGallery = !slash && name.toLowerCase() === 'gallery' && galleryLength < MAX_HTML_LENGTH
    const gallery = isGallery ? galleryOf(attributes) : null
    if (gallery?.html) {
      galleryLength += gallery.html.length
      result.missingImages += gallery.missing
      return `\n${gallery.html}\n`
    }
    const url = /https?:\/\/[^\s"'<>\]]+/.exec(attributes)?.[0]
    if (url) return `\n\n${toLink(url)}\n\n`
    if (!slash) result.removedShortcodes.push(`[${name.toLowerCase()}]`)
    return ''
  }

  const isBlockEditor = content.includes('<!-- wp:')
  return { html: (isBlockEditor ? html : addParagraphs(html)).trim(), ...result }
}

function toFigure(shortcode: string, _name: string, attributes: string, inner: string): string {
  const parts = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inner)
  if (!parts) return inner.trim() === '' ? '' : shortcode.replace(/^\[[^\]]*\]|\[[^\]]*\]$/g, '')
  const align = /\balign=["']?(align(?:left|right|center|none))\b/i.exec(attributes)?.[1]
  const caption = parts[2]!.trim() || /\bcaption="([^"]*)"/i.exec(attributes)?.[1] || ''
  const figcaption = caption && `<figcaption>${caption}</figcaption>`
  return `\n<figure${align ? ` class="${align}"` : ''}>${parts[1]}${figcaption}</figure>\n`
}
