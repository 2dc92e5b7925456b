// The invitation to get in touch at the end of a page.

import { buttons } from '../render/page-components.ts'
import { html } from '../view/html.ts'
import { pathTo } from '../view/page-links.ts'
import type { Site } from '../view/site-view.ts'

/** Nothing if the site has no contact page. */
export function callToContact(site: Site) {
  if (!site.has('contact')) return null
  const { language, contact } = site
  const { labels } = language
  const { heading, lede } = site.pageHead('contact')
  const actions = [
    { label: labels.callAction, url: pathTo('/contact', language) },
    ...(contact.phone ? [{ label: contact.phone, url: `tel:${contact.phone.replace(/[^\d+]/g, '')}` }] : []),
  ]
  return html`<section class="call"><div class="wrap"><div><h2>${heading ?? labels.callTitle}</h2>
<p>${lede ?? labels.callText}</p>${buttons(actions)}</div></div></section>`
}
