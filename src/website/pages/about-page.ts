// The page about the company: its story, people and offices.
import { about as aboutResource } from '../../content/resources/about.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { textIn } from '../../text/content-language.ts'
import { callToContact } from '../blocks/call-to-contact.ts'
import { teamBlock, timelineBlock } from '../blocks/company.ts'
import { figuresBlock } from '../blocks/offer.ts'
import { officesBlock } from '../blocks/places.ts'
import { translate } from '../blocks/records.ts'
import * as jsonLd from '../render/json-ld.ts'
import { blocksOrNotice, richText } from '../render/page-components.ts'
import type { PageContent } from '../render/page-content.ts'
import { pageImage } from '../render/page-image.ts'
import { html } from '../view/html.ts'
import { type About, readAll } from '../view/site-records.ts'
import type { Site } from '../view/site-view.ts'
import { officeNodes } from './contact-page.ts'
import { describe, pageHero, sitePage } from './site-page.ts'

export function aboutPage(site: Site, view: SnapshotView): PageContent {
  const head = site.pageHead('about')
  const [about] = readAll<About>(view, aboutResource)
  return sitePage(site, 'about', {
    head,
    isIn: (language) =>
      about !== undefined && (textIn(about, 'title', language) ?? textIn(about, 'body', language)) !== null,
    graph: [
      jsonLd.page(site, { type: 'AboutPage', ...describe(site, 'about', head) }),
      ...officeNodes(site, view),
    ],
    content: html`${pageHero(site, 'about', head)}
${blocksOrNotice(site, [
  about && introduction(site, about),
  figuresBlock(site, view, { isSoft: true }),
  timelineBlock(site, view),
  teamBlock(site, view, { isSoft: true }),
  officesBlock(site, view),
])}
${callToContact(site)}`,
  })
}

function introduction(site: Site, about: About) {
  const { text } = translate(site, about)
  const { labels } = site.language
  const [title, intro, body] = [text('title'), text('intro'), text('body')]
  const principles = [
    { label: labels.mission, value: text('mission') },
    { label: labels.vision, value: text('vision') },
  ].filter(({ value }) => value)
  if (!title && !intro && !body && principles.length === 0) return null
  const picture = about.image && { src: about.image, alt: text('image_alt') ?? '' }
  const video = site.linkTo(about.video_url)
  return html`<section class="band"><div class="wrap split"><div>${title && html`<h2>${title}</h2>`}${
    intro && html`<p class="lede">${intro}</p>`
  }${body && html`<div class="prose after-lede">${richText(site, body)}</div>`}${
    video &&
    html`<p class="buttons"><a class="button ghost" href="${video}" rel="noopener">${labels.watchVideo}</a></p>`
  }</div>
<div class="principles">${picture && html`<figure class="cover">${pageImage(site, picture, { sizes: '(min-width: 56rem) 31rem, 92vw' })}</figure>`}${principles.map(
    ({ label, value }) => html`<div><h3>${label}</h3><p>${value}</p></div>`,
  )}</div></div></section>`
}
