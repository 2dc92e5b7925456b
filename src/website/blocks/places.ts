// The places of the company: offices and contact details.
import { offices as officeResource } from '../../content/resources/offices.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { icon } from '../render/icons.ts'
import { emailLink, languageAttributes, phoneLink } from '../render/page-components.ts'
import { pageImage } from '../render/page-image.ts'
import { type Html, html } from '../view/html.ts'
import { type Office, readAll } from '../view/site-records.ts'
import { mapLink, type Site } from '../view/site-view.ts'
import { band } from './band.ts'

export const readOffices = (view: SnapshotView) => readAll<Office>(view, officeResource)

type Detail = { icon: string; label: string; value: Html | string | null | false | '' }

const details = (rows: readonly Detail[]) => {
  const shown = rows.filter(({ value }) => value)
  return (
    shown.length > 0 &&
    html`<dl class="details">${shown.map(
      (row) =>
        html`<div><dt><span class="visually-hidden">${row.label}</span>${icon(row.icon)}</dt><dd>${row.value}</dd></div>`,
    )}</dl>`
  )
}

const mapAnchor = ({ labels }: Site['language'], url: string | null) =>
  url && html`<a href="${url}" rel="noopener">${labels.map}</a>`

export function officesBlock(site: Site, view: SnapshotView, isSoft = false) {
  const offices = readOffices(view)
  if (offices.length === 0) return null
  const { language, languages } = site
  const { labels } = language
  return band(
    { title: labels.offices, id: 'offices', isSoft },
    html`<ul class="grid wide">${offices.map((office) => {
      const name = languages.localized(office, 'name', language)!
      const city = languages.text(office, 'city', language)
      return html`<li><article class="place"${languageAttributes(name, language)}>${
        office.image &&
        pageImage(
          site,
          { src: office.image, alt: languages.text(office, 'image_alt', language) ?? '' },
          { sizes: '(min-width: 64rem) 23rem, 92vw', ratio: '16x9' },
        )
      }${city && html`<p class="kicker">${city}</p>`}<h3>${name.text}</h3>${details([
        { icon: 'map-pin', label: labels.address, value: languages.text(office, 'address', language) },
        { icon: 'phone', label: labels.phone, value: office.phone && phoneLink(office.phone) },
        { icon: 'mail', label: labels.email, value: office.email && emailLink(office.email) },
        { icon: 'clock', label: labels.hours, value: languages.text(office, 'working_hours', language) },
        { icon: 'map', label: labels.map, value: mapAnchor(language, mapLink(office)) },
      ])}</article></li>`
    })}</ul>`,
  )
}

/** The contact details of the company; nothing without any. */
export function contactDetails(site: Site) {
  const { contact, language } = site
  const { labels } = language
  return details([
    { icon: 'phone', label: labels.phone, value: contact.phone && phoneLink(contact.phone) },
    { icon: 'smartphone', label: labels.mobile, value: contact.mobile && phoneLink(contact.mobile) },
    { icon: 'mail', label: labels.email, value: contact.email && emailLink(contact.email) },
    {
      icon: 'message-circle',
      label: labels.whatsApp,
      value: contact.whatsapp && html`<a href="${contact.whatsapp}" rel="noopener">${labels.whatsApp}</a>`,
    },
    {
      icon: 'send',
      label: labels.telegram,
      value: contact.telegram && html`<a href="${contact.telegram}" rel="noopener">${labels.telegram}</a>`,
    },
    { icon: 'map-pin', label: labels.address, value: contact.address },
    { icon: 'clock', label: labels.hours, value: contact.hours },
    { icon: 'map', label: labels.map, value: mapAnchor(language, contact.map) },
  ])
}
