// The home page: every part of the company at a glance.
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { callToContact } from '../blocks/call-to-contact.ts'
import { teamBlock, testimonialsBlock } from '../blocks/company.ts'
import { figuresBlock, reasonsBlock, servicesBlock, stepsBlock } from '../blocks/offer.ts'
import { questionsBlock, readQuestions } from '../blocks/questions.ts'
import { storiesBlock } from '../blocks/stories.ts'
import * as jsonLd from '../render/json-ld.ts'
import { blocksOrNotice } from '../render/page-components.ts'
import type { PageContent } from '../render/page-content.ts'
import { html } from '../view/html.ts'
import { urlOf } from '../view/page-links.ts'
import type { Site } from '../view/site-view.ts'
import { blog, portfolio } from '../view/stories.ts'
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
