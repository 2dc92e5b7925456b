// The contact page: the form, contact details, offices and social links.
import type { LocalBusiness } from 'schema-dts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { textIn } from '../../text/content-language.ts'
import { contactDetails, officesBlock, readOffices } from '../blocks/places.ts'
import { contactForm } from '../forms/contact-form.ts'
import type { FormView } from '../forms/form-field.ts'
import * as jsonLd from '../render/json-ld.ts'
import type { PageContent } from '../render/page-content.ts'
import { html } from '../view/html.ts'
import { mapLink, type Site } from '../view/site-view.ts'
import { describe, pageHero, sitePage } from './site-page.ts'

/** The forms of the page with what the visitor sent and what was wrong with it. */
export type ShownForms = { contact: FormView; newsletter: FormView }

export function contactPage(site: Site, view: SnapshotView, forms: ShownForms | null = null): PageContent {
  const { language } = site
  const { labels } = language
  const head = site.pageHead('contact')
  const details = contactDetails(site)
  const profiles =
    site.social.length > 0 &&
    html`<h3 class="follow">${labels.followUs}</h3><ul class="ways">${site.social.map(
      ({ label, url }) => html`<li><a href="${url}" rel="noopener me">${label}</a></li>`,
    )}</ul>`
  const page = sitePage(site, 'contact', {
    head,
    isIn: (language) => readOffices(view).some((office) => textIn(office, 'name', language) !== null),
    graph: [
      jsonLd.page(site, { type: 'ContactPage', ...describe(site, 'contact', head) }),
      ...officeNodes(site, view),
    ],
    content: html`${pageHero(site, 'contact', head)}
<section class="band"><div class="wrap split"><div class="panel"><h2>${labels.writeToUs}</h2>${contactForm(forms?.contact ?? { language })}</div>
${(details || profiles) && html`<div><h2>${labels.reachUs}</h2>${details}${profiles}</div>`}</div></section>
${officesBlock(site, view, true)}`,
  })
  return forms ? { ...page, newsletter: forms.newsletter } : page
}

/** The offices as structured data. */
export const officeNodes = (site: Site, view: SnapshotView): (LocalBusiness & object)[] =>
  readOffices(view).map((office) => {
    const { languages, language } = site
    const text = (field: 'name' | 'address' | 'city') => languages.text(office, field, language)
    return jsonLd.localBusiness(site, {
      id: office.id,
      name: `${site.name}${language.labels.comma}${text('name')}`,
      address: text('address'),
      city: text('city'),
      phone: office.phone,
      email: office.email,
      map: mapLink(office),
      coordinates:
        office.latitude === null || office.longitude === null
          ? null
          : { latitude: office.latitude, longitude: office.longitude },
      image: office.image,
    })
  })
