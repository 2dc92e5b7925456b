// Services, reasons, figures and steps: what the company offers.
import { services as serviceResource } from '../../content/resources/services.ts'
import { statistics } from '../../content/resources/statistics.ts'
import { whyUs } from '../../content/resources/why-us.ts'
import { workSteps } from '../../content/resources/work-steps.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { badge } from '../render/page-components.ts'
import { pageImage } from '../render/page-image.ts'
import { type Html, html } from '../view/html.ts'
import { pathOfRecord, pathTo } from '../view/page-links.ts'
import type { Reason, Service, Statistic, WorkStep } from '../view/site-records.ts'
import type { Site } from '../view/site-view.ts'
import { band } from './band.ts'
import { type Translated, translatedRecords } from './records.ts'

type Block = { isSoft?: boolean }

export const readServices = (site: Site, view: SnapshotView) =>
  translatedRecords<Service>(site, view, { resource: serviceResource, field: 'title' })

export const pathOfService = ({ slug }: Service) => pathOfRecord(serviceResource.pagePrefix!, slug)

/** The services as cards, with links to their pages where the site has those. */
export function serviceCards(site: Site, services: readonly Translated<Service>[], level: 2 | 3): Html {
  const isLinked = site.has('services')
  return html`<ul class="cards">${services.map(({ record, text }) => {
    const title = isLinked
      ? html`<a href="${pathTo(pathOfService(record), site.language)}">${text('title')}</a>`
      : html`${text('title')}`
    const picture = record.image && { src: record.image, alt: text('image_alt') ?? '' }
    return html`<li id="${record.slug}"><article class="card">${
      picture &&
      html`<div class="shot">${pageImage(site, picture, { sizes: '(min-width: 64rem) 23rem, 92vw', ratio: '16x9' })}</div>`
    }<div>${badge(record.icon)}
${level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
${text('summary') && html`<p>${text('summary')}</p>`}${
  isLinked && html`<p class="go" aria-hidden="true">${site.language.labels.readMore}</p>`
}</div></article></li>`
  })}</ul>`
}

export function servicesBlock(site: Site, view: SnapshotView, { isSoft }: Block = {}) {
  const services = readServices(site, view)
  if (services.length === 0) return null
  const { labels } = site.language
  const more = site.has('services') && {
    label: labels.allServices,
    url: pathTo('/services', site.language),
  }
  return band({ title: labels.services, id: 'services', isSoft, more }, serviceCards(site, services, 3))
}

export function reasonsBlock(site: Site, view: SnapshotView, { isSoft }: Block = {}) {
  const reasons = translatedRecords<Reason>(site, view, { resource: whyUs, field: 'title' })
  if (reasons.length === 0) return null
  return band(
    { title: site.language.labels.whyUs, id: 'why-us', isSoft },
    html`<ul class="reasons">${reasons.map(
      ({ record, text }) =>
        html`<li>${badge(record.icon)}<h3>${text('title')}</h3>${text('description') && html`<p>${text('description')}</p>`}</li>`,
    )}</ul>`,
  )
}

export function figuresBlock(site: Site, view: SnapshotView, { isSoft }: Block = {}) {
  const figures = translatedRecords<Statistic>(site, view, { resource: statistics, field: 'label' })
  if (figures.length === 0) return null
  return band(
    { title: site.language.labels.figures, id: 'figures', isSoft },
    html`<dl class="figures">${figures.map(
      ({ record, text }) =>
        html`<div><dt>${text('label')}</dt><dd>${text('value') ?? record.value}${suffix(text('suffix'))}</dd></div>`,
    )}</dl>`,
  )
}

/** A unit in small letters; a sign such as `%` as large as the number. */
const suffix = (text: string | null) =>
  text && (/\p{L}/u.test(text) ? html`<small>${text}</small>` : html`<small class="sign">${text}</small>`)

export function stepsBlock(site: Site, view: SnapshotView, { isSoft }: Block = {}) {
  const steps = translatedRecords<WorkStep>(site, view, { resource: workSteps, field: 'title' })
  if (steps.length === 0) return null
  return band(
    { title: site.language.labels.workSteps, id: 'work-steps', isSoft },
    html`<ol class="steps">${steps.map(
      ({ text }) =>
        html`<li><h3>${text('title')}</h3>${text('description') && html`<p>${text('description')}</p>`}</li>`,
    )}</ol>`,
  )
}
