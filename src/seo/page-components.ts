// HTML components that several kinds of pages use.
import { type Html, html } from './html.ts'
import type { Crumb } from './json-ld.ts'
import type { Language, LocalizedText } from './language.ts'
import { pathTo } from './page-links.ts'
import { responsiveImage } from './responsive-image.ts'
import type { Site } from './site-view.ts'
import type { Story } from './stories.ts'

export const breadcrumb = (site: Site, crumbs: readonly Crumb[]): Html =>
  html`<nav class="crumbs" aria-label="${site.language.labels.breadcrumb}"><ol>${crumbs.map(
    ({ name, path }, index) =>
      index < crumbs.length - 1
        ? html`<li><a href="${pathTo(path, site.language)}">${name}</a></li>`
        : html`<li aria-current="page">${name}</li>`,
  )}</ol></nav>`

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

/** Three columns on wide screens, then two, then one; see `.cards` in the style sheet. */
const CARD_SIZES = '(min-width: 70rem) 22rem, (min-width: 42rem) 50vw, 100vw'

type CardOptions = { headingLevel: 2 | 3; isEager?: boolean }

/** `isEager` is for the first card of a page. */
export function storyCard(site: Site, story: Story, { headingLevel, isEager = false }: CardOptions): Html {
  const { language } = site
  const title = html`<a href="${pathTo(story.path, language)}">${story.title.text}</a>`
  const kicker = [
    story.category,
    story.location,
    story.year === null ? null : wholeNumber(story.year, language.tag),
  ].filter(Boolean)
  return html`<li><article class="card"${languageAttributes(story.title, language)}>
${story.picture && responsiveImage(site, { url: story.picture.src, alt: story.picture.alt, ratio: '16x9', sizes: CARD_SIZES, isEager })}
<div>${kicker.length > 0 && html`<p class="kicker">${kicker.join(' · ')}</p>`}
${headingLevel === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
${story.summary && html`<p>${story.summary.text}</p>`}
${story.publishedAt && html`<p class="byline">${date(language, story.publishedAt)}</p>`}</div>
</article></li>`
}
