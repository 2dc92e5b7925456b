// HTML components that several kinds of pages use.

import { toAsciiAddress } from '../../text/email-address.ts'
import { attributesIn, escapeHtml, escapeText, mapTags, unescapeHtml } from '../../text/html.ts'
import { type Html, html, raw } from '../view/html.ts'
import type { Language, LocalizedText } from '../view/language.ts'
import { pathTo, withMediaBase, withPageLanguage } from '../view/page-links.ts'
import { type ImagePage, variantsOf } from '../view/responsive-image.ts'
import type { Action, Site } from '../view/site-view.ts'
import type { Story } from '../view/stories.ts'
import { icon } from './icons.ts'
import type { Crumb } from './json-ld.ts'
import { pageImage } from './page-image.ts'

export const breadcrumb = (site: Site, crumbs: readonly Crumb[]): Html =>
  html`<nav class="crumbs" aria-label="${site.language.labels.breadcrumb}"><ol>${crumbs.map(
    ({ name, path }, index) =>
      index < crumbs.length - 1
        ? html`<li><a href="${pathTo(path, site.language)}">${name}</a></li>`
        : html`<li aria-current="page">${name}</li>`,
  )}</ol></nav>`

/** The blocks of a page, or a sentence where none of them has content yet. */
export const blocksOrNotice = (site: Site, blocks: readonly (Html | null | undefined | false)[]): Html =>
  blocks.some(Boolean)
    ? html`${blocks.map((block) => html`${block}\n`)}`
    : html`<div class="wrap page"><p class="empty">${site.language.labels.emptyList}</p></div>`

/** `lang` and `dir` attributes for a text whose language differs from the surrounding one. */
export const languageAttributes = ({ language }: LocalizedText, surrounding: Language) =>
  language !== surrounding && html` lang="${language.tag}" dir="${language.direction}"`

export const date = (language: Language, timestamp: string) =>
  html`<time datetime="${timestamp}">${new Intl.DateTimeFormat(language.tag, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(timestamp))}</time>`

/** A year or page number in the digits of the language, without grouping. */
export const wholeNumber = (value: number, tag: string) =>
  new Intl.NumberFormat(tag, { useGrouping: false }).format(value)

/** Plain text as paragraphs, split at blank lines. */
export const paragraphs = (text: string | null) =>
  text?.split(/\n\s*\n/).map((paragraph) => html`<p>${paragraph.trim()}</p>`)

/** The column of an article; see `--read` in the style sheet. */
export const COLUMN_SIZES = '(min-width: 46.5rem) 44rem, calc(100vw - 2.5rem)'

/** Sanitised HTML from the database, with its links for this page. */
export function richText(site: Site, stored: string): Html {
  const withImages = withResponsiveImages(site, stored, COLUMN_SIZES)
  return raw(withPageLanguage(site.language, withMediaBase(site.bases, withImages)))
}

/** The first action stands out. */
export const buttons = (actions: readonly Action[]) =>
  actions.length > 0 &&
  html`<p class="buttons">${actions.map(
    ({ label, url }, index) =>
      html`<a class="${index === 0 ? 'button' : 'button ghost'}" href="${url}"${isExternal(url) && raw(' rel="noopener"')}${isNumber(label) && raw(' dir="ltr"')}>${label}</a>`,
  )}</p>`

const isNumber = (label: string) => /^[\d\s+()-]+$/.test(label)
const isExternal = (url: string) => /^(?:https?:)?\/\//i.test(url)

/** Left to right in every language. */
export const phoneLink = (phone: string) =>
  html`<a class="ltr" href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a>`

/** Left to right in every language; in a narrow column it breaks before the @. */
export function emailLink(email: string) {
  const at = email.lastIndexOf('@')
  return html`<a class="ltr" href="mailto:${toAsciiAddress(email)}">${email.slice(0, at)}<wbr>${email.slice(at)}</a>`
}

/** The picture of a person, or else the first letter of the name. */
export const face = (site: Site, image: string | null, name: string, size: number) =>
  html`<span class="face" aria-hidden="true">${
    image ? pageImage(site, { src: image, alt: '' }, { sizes: `${size}px` }) : [...name.trim()][0]
  }</span>`

/** An icon on a tinted ground; nothing for an unknown name. */
export const badge = (name: string | null) => {
  const drawing = icon(name)
  return drawing && html`<span class="badge">${drawing}</span>`
}

/** `cards`: in a grid of up to three columns. */
const CARD_SIZES = '(min-width: 64rem) 23rem, (min-width: 42rem) 45vw, 92vw'

type CardOptions = { headingLevel: 2 | 3; isMain?: boolean }

/** "4 min read", in the digits of the language; null for what is no article. */
export function readingTime({ labels, tag }: Language, story: Pick<Story, 'readingMinutes'>): Html | null {
  const minutes = story.readingMinutes()
  if (minutes === null) return null
  return html`<span>${labels.readingTime.replace('{minutes}', () => wholeNumber(minutes, tag))}</span>`
}

/** `isMain` is for the first card of a page. */
export function storyCard(site: Site, story: Story, { headingLevel, isMain = false }: CardOptions): Html {
  const { language } = site
  const title = html`<a href="${pathTo(story.path, language)}">${story.title.text}</a>`
  const kicker = [
    story.category,
    story.location,
    story.year === null ? null : wholeNumber(story.year, language.tag),
  ].filter(Boolean)
  return html`<li><article class="card story-card"${languageAttributes(story.title, language)}>
${story.picture && html`<div class="shot">${pageImage(site, story.picture, { sizes: CARD_SIZES, ratio: '16x9', isMain })}</div>`}
<div>${kicker.length > 0 && html`<p class="kicker">${kicker.join(' · ')}</p>`}
${headingLevel === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
${story.summary && html`<p>${story.summary.text}</p>`}
${story.publishedAt && html`<p class="byline">${date(language, story.publishedAt)}${readingTime(language, story)}</p>`}</div>
</article></li>`
}

/**
 * Sanitised HTML with variants, sizes and placeholders for its images, and the alternative text in place of those that are left
 * out, which browsers would show as broken; `sizes` is the width of the text column.
 */
const withResponsiveImages = (page: ImagePage, html: string, sizes: string): string =>
  mapTags(html, ({ tag, raw, attributes: text }) => {
    const attributes = tag === 'img' ? attributesIn(text) : {}
    const url = attributes.src
    if (url === undefined) return tag === 'img' ? escapeText(unescapeHtml(attributes.alt ?? '')) : raw
    const shown = { ...attributes, ...shownAs(page, { url, sizes, attributes }) }
    return `<img${Object.entries(shown)
      .map(([name, value]) => ` ${name}="${value}"`)
      .join('')} />`
  })

type BodyImage = { url: string; sizes: string; attributes: Readonly<Record<string, string>> }

/** The attributes to set, as HTML. */
function shownAs(page: ImagePage, { url, sizes, attributes }: BodyImage): Record<string, string> {
  const common = { loading: 'lazy', decoding: 'async' }
  const image = page.findImage(url)
  if (!image) return common
  const { src, srcset, size } = variantsOf(page, image, { url })
  const placeholder = page.placeholders.classFor(image)
  // An editor's own width stays; its height follows from the image's proportions.
  const width = pixelsOf(attributes.width) ?? size.width
  return {
    ...common,
    src: escapeHtml(src),
    srcset: escapeHtml(srcset),
    sizes: escapeHtml(width < size.width ? `min(${width}px, 100vw)` : sizes),
    ...(isPercentage(attributes.width)
      ? {}
      : { width: String(width), height: String(Math.round((width * size.height) / size.width)) }),
    ...(placeholder && { class: [attributes.class, placeholder].filter(Boolean).join(' ') }),
  }
}

const pixelsOf = (text: string | undefined) => (text && /^[1-9]\d*$/.test(text) ? Number(text) : null)
const isPercentage = (text: string | undefined) => text?.endsWith('%') ?? false
