// A free page, such as the privacy policy.

import { pages as pageResource } from '../../content/resources/pages.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import type { SnapshotEntry } from '../../content/snapshot/snapshot-entry.ts'
import * as jsonLd from '../render/json-ld.ts'
import { breadcrumb, languageAttributes, richText } from '../render/page-components.ts'
import type { PageContent } from '../render/page-content.ts'
import { html } from '../view/html.ts'
import { pathOfRecord } from '../view/page-links.ts'
import { type FreePage, readRecord, readSummary, type Summary } from '../view/site-records.ts'
import type { Site } from '../view/site-view.ts'
import { searchTexts } from '../view/text-excerpts.ts'
import { addressesOf, crumbsTo, languageSwitch } from './site-page.ts'

export function freePage(site: Site, view: SnapshotView, entry: SnapshotEntry): PageContent {
  const { language, languages } = site
  const page = readRecord<FreePage>(entry)
  const path = pathOfRecord(pageResource.pagePrefix!, page.slug)
  const written = languages.ofTexts(entry, language)
  const title = languages.localized(page, 'title', written)!
  const body = languages.localized(page, 'body', written)
  const pageLanguages = languages.ofPage(({ key }) => entry.translations.includes(key))
  const { canonical, alternates } = addressesOf(site, path, pageLanguages)
  const { seoTitle, seoDescription } = searchTexts(page, {
    languages,
    language: written,
    summary: null,
    body: 'body',
  })
  const crumbs = [...crumbsTo(site, 'home'), ...ancestorsOf(site, view, page), { name: title.text, path }]
  return {
    meta: {
      title: seoTitle,
      heading: title.text,
      description: seoDescription,
      canonical,
      noindex: page.noindex,
      picture: null,
      article: null,
      graph: [
        jsonLd.page(site, { type: 'WebPage', url: canonical, name: title.text, description: seoDescription }),
        jsonLd.breadcrumbs(site, crumbs),
        ...jsonLd.siteGraph(site),
      ],
    },
    alternates,
    languageLinks: languageSwitch(site, { path, languages: pageLanguages, instead: '/' }),
    content: html`<div class="wrap page">${breadcrumb(site, crumbs)}
<article class="story"${languageAttributes(title, language)}><header><h1>${title.text}</h1></header>
${body && html`<div class="prose"${languageAttributes(body, title.language)}>${richText(site, body.text)}</div>`}</article></div>`,
  }
}

/** The pages above a page, the topmost first. */
function ancestorsOf(site: Site, view: SnapshotView, page: Summary<FreePage>): jsonLd.Crumb[] {
  const { language, languages } = site
  const above = view.entries(pageResource).find(({ id }) => id === page.parent_id)
  if (!above) return []
  const parent = readSummary<FreePage>(above)
  const name = languages.text(parent, 'title', language) ?? parent.title
  return [
    ...ancestorsOf(site, view, parent),
    { name, path: pathOfRecord(pageResource.pagePrefix!, parent.slug) },
  ]
}
