// People and voices: team, timeline, testimonials.
import { team as teamResource } from '../../content/resources/team.ts'
import { testimonials } from '../../content/resources/testimonials.ts'
import { timeline } from '../../content/resources/timeline.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { emailLink, face, phoneLink, richText, wholeNumber } from '../render/page-components.ts'
import { pageImage } from '../render/page-image.ts'
import { html } from '../view/html.ts'
import { pathTo } from '../view/page-links.ts'
import type { Milestone, TeamMember, Testimonial } from '../view/site-records.ts'
import type { Site } from '../view/site-view.ts'
import { band } from './band.ts'
import { translatedRecords } from './records.ts'

type Block = { isSoft?: boolean }

/** `isShort`: without biographies and contact details, with a link to the page that has them. */
export function teamBlock(
  site: Site,
  view: SnapshotView,
  { isSoft, isShort = false }: Block & { isShort?: boolean } = {},
) {
  const members = translatedRecords<TeamMember>(site, view, { resource: teamResource, field: 'name' })
  if (members.length === 0) return null
  const { labels } = site.language
  const more = isShort &&
    site.has('about') && { label: labels.moreAbout, url: pathTo('/about', site.language) }
  return band(
    { title: labels.team, id: 'team', isSoft, more },
    html`<ul class="grid narrow">${members.map(({ record, text }) => {
      const bio = isShort ? null : text('bio')
      const ways = isShort
        ? []
        : [
            record.email && emailLink(record.email),
            record.phone && phoneLink(record.phone),
            record.linkedin_url &&
              html`<a href="${record.linkedin_url}" rel="noopener">${labels.linkedIn}</a>`,
          ].filter(Boolean)
      return html`<li><article class="person">${face(site, record.image, text('name')!, 72)}
<h3>${text('name')}</h3>${text('job_title') && html`<p class="role">${text('job_title')}</p>`}${
        bio && html`<div class="prose">${richText(site, bio)}</div>`
      }${ways.length > 0 && html`<ul class="ways">${ways.map((way) => html`<li>${way}</li>`)}</ul>`}</article></li>`
    })}</ul>`,
  )
}

export function timelineBlock(site: Site, view: SnapshotView, { isSoft }: Block = {}) {
  const milestones = translatedRecords<Milestone>(site, view, { resource: timeline, field: 'title' })
  if (milestones.length === 0) return null
  return band(
    { title: site.language.labels.timeline, id: 'timeline', isSoft },
    html`<ol class="timeline">${milestones.map(
      ({ record, text }) =>
        html`<li><p class="kicker">${text('period') ?? record.period}</p><h3>${text('title')}</h3>${
          text('description') && html`<p>${text('description')}</p>`
        }${
          record.image &&
          pageImage(site, { src: record.image, alt: text('image_alt') ?? '' }, { sizes: '24rem' })
        }</li>`,
    )}</ol>`,
  )
}

const MAX_RATING = 5

export function testimonialsBlock(site: Site, view: SnapshotView, { isSoft }: Block = {}) {
  const voices = translatedRecords<Testimonial>(site, view, { resource: testimonials, field: 'quote' })
  if (voices.length === 0) return null
  const { labels, tag } = site.language
  return band(
    { title: labels.testimonials, id: 'testimonials', isSoft },
    html`<ul class="grid wide">${voices.map(({ record, text }) => {
      const name = text('author_name') ?? record.author_name
      const role = [text('author_title'), text('company')].filter(Boolean).join(labels.comma)
      return html`<li><figure class="quote">${
        record.rating &&
        html`<span class="stars" role="img" aria-label="${labels.rating.replace('{rating}', wholeNumber(record.rating, tag))}">${'★'.repeat(record.rating)}${'☆'.repeat(MAX_RATING - record.rating)}</span>`
      }<blockquote>${text('quote')}</blockquote>
<figcaption>${face(site, record.image, name, 48)}<span><strong>${name}</strong>${role && html`<span>${role}</span>`}</span></figcaption></figure></li>`
    })}</ul>`,
  )
}
