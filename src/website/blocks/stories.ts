// The latest articles and the projects, as cards.
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { storyCard } from '../render/page-components.ts'
import { html } from '../view/html.ts'
import { pathTo } from '../view/page-links.ts'
import { pageName } from '../view/page-name.ts'
import type { Site } from '../view/site-view.ts'
import { entriesInLanguage, type Section } from '../view/stories.ts'
import { band } from './band.ts'

const MAX_CARDS = 3

/** The first stories of a section, with a link to all; nothing if the site has no such page or the section is empty. */
export function storiesBlock(site: Site, view: SnapshotView, section: Section, isSoft = false) {
  const { languages, language } = site
  if (!site.has(section.pageKey)) return null
  const stories = entriesInLanguage(view, section, language)
    .slice(0, MAX_CARDS)
    .map((entry) => section.toStory(view, entry, { languages, language, detail: 'summary' }))
  if (stories.length === 0) return null
  const { labels } = language
  const isBlog = section.pageKey === 'blog'
  const more = {
    label: isBlog ? labels.allArticles : labels.allProjects,
    url: pathTo(section.path, language),
  }
  return band(
    {
      title: isBlog ? labels.latestArticles : pageName(site, section.pageKey),
      id: section.pageKey,
      isSoft,
      more,
    },
    html`<ul class="cards">${stories.map((story) => storyCard(site, story, { headingLevel: 3 }))}</ul>`,
  )
}
