// The page of an article or project in its current state: with a banner, hidden from search engines, without a canonical
// URL and structured data.
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import { html } from './html.ts'
import type { PageContent } from './render-page.ts'
import type { Site } from './site-view.ts'
import type { Section, Story } from './stories.ts'
import { storyPage } from './story-page.ts'

export function previewPage(
  site: Site,
  view: SnapshotView,
  { section, story, token }: { section: Section; story: Story; token: string },
): PageContent {
  const { meta, alternates, content } = storyPage(site, view, { section, story })
  return {
    meta: { ...meta, canonical: null, noindex: true, article: null, graph: [] },
    // The language links lead to the preview too.
    alternates: alternates.map(({ language, path }) => ({ language, path: withToken(path, token) })),
    content: html`${banner(site)}\n${content}`,
  }
}

const banner = ({ languages, language: pageLanguage }: Site) => {
  const inPageLanguageFirst = languages.all.toSorted(
    (a, b) => Number(b === pageLanguage) - Number(a === pageLanguage),
  )
  return html`<aside class="preview-banner" role="note">${inPageLanguageFirst.map(
    ({ tag, direction, labels }) => html`<p lang="${tag}" dir="${direction}">${labels.preview}</p>`,
  )}</aside>`
}

const withToken = (path: string, token: string) =>
  `${path}${path.includes('?') ? '&' : '?'}preview=${encodeURIComponent(token)}`
