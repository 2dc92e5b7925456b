// The home page: every part of the company at a glance.
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { needTexts } from '../../content/snapshot/snapshot-entry.ts'
import { band } from '../blocks/band.ts'
import { callToContact } from '../blocks/call-to-contact.ts'
import { teamBlock, testimonialsBlock } from '../blocks/company.ts'
import { figuresBlock, reasonsBlock, servicesBlock, stepsBlock } from '../blocks/offer.ts'
import { questionsBlock, readQuestions } from '../blocks/questions.ts'
import * as jsonLd from '../render/json-ld.ts'
import { blocksOrNotice, storyCard } from '../render/page-components.ts'
import type { PageContent } from '../render/page-content.ts'
import { html } from '../view/html.ts'
import { pathTo, urlOf } from '../view/page-links.ts'
import { pageName } from '../view/page-name.ts'
import type { Site } from '../view/site-view.ts'
import { blog, entriesInLanguage, portfolio, type Section } from '../view/stories.ts'
import { officeNodes } from './contact-page.ts'
import { hero, sitePage } from './site-page.ts'

export function homePage(site: Site, view: SnapshotView): PageContent {
  const head = site.pageHead('home')
  const questions = readQuestions(site, view)
  return sitePage(site, 'home', {
    head,
    isIn: (language) => readQuestions({ ...site, language }, view).length > 0,
    graph: [jsonLd.questions(questions, urlOf(site, '/')) ?? [], officeNodes(site, view)].flat(),
    content: html`${hero(site, [], {
      head,
      title: head.heading ?? site.tagline ?? site.name,
      lede: head.lede ?? head.description,
      isHome: true,
    })}
${blocksOrNotice(site, [
  servicesBlock(site, view),
  figuresBlock(site, view, { isSoft: true }),
  reasonsBlock(site, view),
  storiesBlock(site, view, portfolio, true),
  stepsBlock(site, view),
  testimonialsBlock(site, view, { isSoft: true }),
  storiesBlock(site, view, blog),
  teamBlock(site, view, { isSoft: true, isShort: true }),
  questionsBlock(site, questions),
])}
${callToContact(site)}`,
  })
}

const MAX_CARDS = 3

/** The first stories of a section, with a link to all; nothing if the site has no such page or the section is empty. */
function storiesBlock(site: Site, view: SnapshotView, section: Section, isSoft = false) {
  const { languages, language } = site
  if (!site.has(section.pageKey)) return null
  const entries = entriesInLanguage(section.order(view), language).slice(0, MAX_CARDS)
  const stories = needTexts(entries).map((entry) =>
    section.toStory(view, entry, { languages, language, detail: 'summary' }),
  )
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
