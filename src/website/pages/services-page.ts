// The services: their list, and a page for each.
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import type { SnapshotEntry } from '../../content/snapshot/snapshot-entry.ts'
import { callToContact } from '../blocks/call-to-contact.ts'
import { pathOfService, readServices, reasonsBlock, serviceCards, stepsBlock } from '../blocks/offer.ts'
import * as jsonLd from '../render/json-ld.ts'
import {
  badge,
  breadcrumb,
  buttons,
  COLUMN_SIZES,
  languageAttributes,
  richText,
} from '../render/page-components.ts'
import type { PageContent } from '../render/page-content.ts'
import { pageImage } from '../render/page-image.ts'
import { html } from '../view/html.ts'
import { urlOf } from '../view/page-links.ts'
import { readRecord, type Service } from '../view/site-records.ts'
import type { Site } from '../view/site-view.ts'
import { firstSentence } from '../view/text-excerpts.ts'
import { addressesOf, crumbsTo, describe, languageSwitch, pageHero, sitePage } from './site-page.ts'

const MAX_OTHERS = 3

export function servicesPage(site: Site, view: SnapshotView): PageContent {
  const head = site.pageHead('services')
  const services = readServices(site, view)
  const { labels } = site.language
  return sitePage(site, 'services', {
    head,
    isIn: (language) => readServices({ ...site, language }, view).length > 0,
    graph: [
      jsonLd.listPage(site, {
        ...describe(site, 'services', head),
        items: services.map(({ record, text }) => ({
          name: text('title')!,
          url: urlOf(site, pathOfService(record)),
        })),
      }),
    ],
    content: html`${pageHero(site, 'services', head)}
<section class="band"><div class="wrap">${
      services.length > 0 ? serviceCards(site, services, 2) : html`<p class="empty">${labels.emptyList}</p>`
    }</div></section>
${stepsBlock(site, view, { isSoft: true })}
${reasonsBlock(site, view)}
${callToContact(site)}`,
  })
}

/** The page of one service. */
export function servicePage(site: Site, view: SnapshotView, entry: SnapshotEntry): PageContent {
  const { language, languages } = site
  const service = readRecord<Service>(entry)
  const path = pathOfService(service)
  const written = languages.ofTexts(entry, language)
  const title = languages.localized(service, 'title', written)!
  const summary = languages.localized(service, 'summary', written)
  const body = languages.localized(service, 'body', written)
  const pageLanguages = languages.ofPage(({ key }) => entry.translations.includes(key))
  const { canonical, alternates } = addressesOf(site, path, pageLanguages)
  const picture = service.image
    ? { src: service.image, alt: languages.text(service, 'image_alt', written) ?? '', title: null }
    : null
  const description = summary?.text ?? firstSentence(body?.text ?? '', language.tag)
  const crumbs = [...crumbsTo(site, 'services'), { name: title.text, path }]
  const link = site.linkTo(service.link)
  return {
    meta: {
      title: null,
      heading: title.text,
      description,
      canonical,
      noindex: false,
      picture: picture ?? site.pageHead('services').image,
      article: null,
      graph: [
        jsonLd.service(site, { url: canonical, name: title.text, description, picture }),
        jsonLd.breadcrumbs(site, crumbs),
        ...jsonLd.siteGraph(site),
      ],
    },
    alternates,
    languageLinks: languageSwitch(site, { path, languages: pageLanguages, instead: '/services' }),
    content: html`<div class="wrap page">${breadcrumb(site, crumbs)}
<article class="story"${languageAttributes(title, language)}><header>${badge(service.icon)}<h1>${title.text}</h1>${
      summary && html`<p class="lede"${languageAttributes(summary, title.language)}>${summary.text}</p>`
    }</header>
${picture && html`<figure class="cover">${pageImage(site, picture, { sizes: COLUMN_SIZES, isMain: true })}</figure>`}
${body && html`<div class="prose"${languageAttributes(body, title.language)}>${richText(site, body.text)}</div>`}
${link && buttons([{ label: language.labels.readMore, url: link }])}</article>
${otherServices(site, view, service.id)}</div>
${callToContact(site)}`,
  }
}

function otherServices(site: Site, view: SnapshotView, id: number) {
  const services = readServices(site, view)
  const index = services.findIndex(({ record }) => record.id === id)
  const others = [...services.slice(index + 1), ...services.slice(0, Math.max(index, 0))].slice(0, MAX_OTHERS)
  return (
    others.length > 0 &&
    html`<section class="more"><h2>${site.language.labels.moreServices}</h2>${serviceCards(site, others, 3)}</section>`
  )
}
