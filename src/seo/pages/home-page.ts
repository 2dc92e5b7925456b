// The home page: every part of the company at a glance.
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { callToContact } from '../blocks/call-to-contact.ts'
import { teamBlock, testimonialsBlock } from '../blocks/company.ts'
import { figuresBlock, reasonsBlock, servicesBlock, stepsBlock } from '../blocks/offer.ts'
import { questionsBlock, readQuestions } from '../blocks/questions.ts'
import { storiesBlock } from '../blocks/stories.ts'
import { html } from '../html.ts'
import * as jsonLd from '../json-ld.ts'
import { blocksOrNotice } from '../page-components.ts'
import { urlOf } from '../page-links.ts'
import type { PageContent } from '../render-page.ts'
import { hero, sitePage } from '../site-page.ts'
import type { Site } from '../site-view.ts'
import { blog, portfolio } from '../stories.ts'
import { officeNodes } from './contact-page.ts'

export function homePage(site: Site, view: SnapshotView): PageContent {
  const head = site.pageHead('home')
  const questions = readQuestions(site, view)
  return sitePage(site, 'home', {
    head,
    hasEnglish: readQuestions({ ...site, language: site.languages.english }, view).length > 0,
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
