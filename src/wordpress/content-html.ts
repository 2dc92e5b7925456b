// A post's content as plain HTML: what WordPress makes of it only while it shows the page (shortcodes, dynamic blocks,
// paragraphs, embeds) is made here, as far as HTML goes, and named where it is not.
import type { Gallery } from './galleries.ts'
import { addParagraphs, linkTo } from './paragraphs.ts'

// WordPress's own, and those of its hosting and of the plugins that most exports carry. Other brackets are text.
const SHORTCODES =
  'gallery|playlist|audio|video|embed|youtube|vimeo|wpvideo|videopress|wordpresstv|dailymotion|ted|twitter|tweet|' +
  'instagram|facebook|soundcloud|spotify|slideshare|slideshow|googlemaps|google-maps|recipe|poll|polldaddy|crowdsignal|' +
  'contact-form|contact-field|contact-form-7|gravityform|wpforms|ninja_form|mailchimp_subscriber_popup|' +
  'blog_subscription_form|subscribe2|jetpack_subscription_form|portfolio|testimonials|archives|sitemap|googleapps'

export type ContentHtml = {
  html: string
  /** Shortcodes that had no HTML in the file, such as `[poll]`, one entry each. */
  removed: string[]
  /** Images of galleries that are not in the file. */
  missing: number
  /** Blocks without HTML in the file. */
  dynamic: number
  /** Players and embeds that became links. */
  linked: number
}

/** `galleryOf` knows what a gallery with these attributes shows. */
export function toContentHtml(
  content: string,
  galleryOf: (attributes: string) => Gallery = () => ({ html: '', missing: 0 }),
): ContentHtml {
  const removed: string[] = []
  let missing = 0
  let dynamic = 0
  let linked = 0
  const asLink = (url: string) => {
    linked++
    return linkTo(url.replace(/^\/\//, 'https://'))
  }
  const html = content
    .replace(/<!--(?:-?>|[\s\S]*?(?:--!?>|$))/g, (comment) => {
      if (/^<!--\s+wp:[\s\S]*\/-->$/.test(comment)) dynamic++
      return ''
    })
    .replace(/\[((?:wp_)?caption)\b([^\][]*)\]((?:(?!\[(?:wp_)?caption)[\s\S])*?)\[\/\1\]/gi, toFigure)
    .replace(
      /\[(embed|audio|video)\b[^\][]*\]\s*(https?:\/\/[^\s"'<>[\]]+)\s*\[\/\1\]/gi,
      (_, _name: string, url: string) => `\n\n${asLink(url)}\n\n`,
    )
    .replace(
      new RegExp(`\\[(\\[?)(/?)(${SHORTCODES})(?![\\w-])([^\\][]*)\\](\\]?)`, 'gi'),
      (whole, before: string, slash: string, name: string, attributes: string, after: string) => {
        if (before && after) return whole.slice(1, -1) // [[gallery]] is how WordPress writes about it
        const gallery = !slash && name.toLowerCase() === 'gallery' ? galleryOf(attributes) : null
        if (gallery?.html) {
          missing += gallery.missing
          return `${before}\n${gallery.html}\n${after}`
        }
        const url = /https?:\/\/[^\s"'<>\]]+/.exec(attributes)?.[0]
        if (!slash && !url) removed.push(`[${name.toLowerCase()}]`)
        return before + (url ? `\n\n${asLink(url)}\n\n` : '') + after
      },
    )
    .replace(/<(iframe|audio|video|embed)\b[^<>]*>(?:(?:(?!<\1)[\s\S])*?<\/\1\s*>)?/gi, (player) => {
      const source = /\bsrc\s*=\s*["']?((?:https?:)?\/\/[^\s"'<>]+)/i.exec(player)
      return source ? asLink(source[1]!) : player
    })
    .replace(
      /(wp-block-embed__wrapper["'][^>]*>\s*)(https?:\/\/[^\s<>"']+)/g,
      (_, before: string, url: string) => before + asLink(url),
    )
  const isBlocks = content.includes('<!-- wp:')
  return { html: (isBlocks ? html : addParagraphs(html)).trim(), removed, missing, dynamic, linked }
}

function toFigure(whole: string, _name: string, attributes: string, inner: string): string {
  const parts = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inner)
  if (!parts) return inner.trim() === '' ? '' : whole.replace(/^\[[^\]]*\]|\[[^\]]*\]$/g, '')
  const align = /\balign=["']?(align(?:left|right|center|none))\b/i.exec(attributes)?.[1]
  const caption = parts[2]!.trim() || /\bcaption="([^"]*)"/i.exec(attributes)?.[1] || ''
  const figcaption = caption && `<figcaption>${caption}</figcaption>`
  return `\n<figure${align ? ` class="${align}"` : ''}>${parts[1]}${figcaption}</figure>\n`
}
