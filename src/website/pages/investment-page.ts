// The ways to invest, with the questions of the category that is named like the page.
import { investmentModels } from '../../content/resources/investment-models.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { textIn } from '../../text/content-language.ts'
import { callToContact } from '../blocks/call-to-contact.ts'
import { questionsBlock, readQuestions } from '../blocks/questions.ts'
import { type Translated, translatedRecords } from '../blocks/records.ts'
import * as jsonLd from '../render/json-ld.ts'
import { badge, buttons, richText } from '../render/page-components.ts'
import type { PageContent } from '../render/page-content.ts'
import { pageImage } from '../render/page-image.ts'
import { html } from '../view/html.ts'
import { pageName } from '../view/page-name.ts'
import type { Faq, InvestmentModel } from '../view/site-records.ts'
import type { Site } from '../view/site-view.ts'
import { describe, pageHero, sitePage } from './site-page.ts'

const readModels = (site: Site, view: SnapshotView) =>
  translatedRecords<InvestmentModel>(site, view, { resource: investmentModels, field: 'title' })

export function investmentPage(site: Site, view: SnapshotView): PageContent {
  const head = site.pageHead('investment')
  const models = readModels(site, view)
  const described = describe(site, 'investment', head)
  const { url } = described
  const questions = questionsOf(site, view)
  return sitePage(site, 'investment', {
    head,
    isIn: (language) => readModels({ ...site, language }, view).length > 0,
    graph: [
      jsonLd.listPage(site, {
        ...described,
        items: models.map(({ record, text }) => ({ name: text('title')!, url: `${url}#model-${record.id}` })),
      }),
      jsonLd.questions(questions, url) ?? [],
    ].flat(),
    content: html`${pageHero(site, 'investment', head)}
<section class="band"><div class="wrap">${
      models.length > 0
        ? html`<ul class="grid wide">${models.map((it) => model(site, it))}</ul>`
        : html`<p class="empty">${site.language.labels.emptyList}</p>`
    }</div></section>
${questionsBlock(site, questions, true)}
${callToContact(site)}`,
  })
}

/** The questions in the category that is named like the page; all questions without such a category. */
function questionsOf(site: Site, view: SnapshotView) {
  const { languages } = site
  const names = languages.all.flatMap((language) => [
    language.labels.investment,
    pageName({ ...site, language }, 'investment'),
  ])
  const isAboutInvesting = (faq: Faq) =>
    languages.all.some((language) => names.includes(textIn(faq, 'category', language)?.trim() ?? ''))
  const questions = readQuestions(site, view, isAboutInvesting)
  return questions.length > 0 ? questions : readQuestions(site, view)
}

function model(site: Site, { record, text }: Translated<InvestmentModel>) {
  const { labels } = site.language
  const facts = [
    { name: labels.minimumAmount, value: text('minimum_amount') },
    { name: labels.expectedReturn, value: text('expected_return') },
    { name: labels.duration, value: text('duration') },
  ].filter(({ value }) => value)
  const link = site.linkTo(record.link)
  const body = text('body')
  const picture = record.image && { src: record.image, alt: text('image_alt') ?? '' }
  return html`<li id="model-${record.id}"><article class="card model">${
    picture &&
    html`<div class="shot">${pageImage(site, picture, { sizes: '(min-width: 64rem) 23rem, 92vw', ratio: '16x9' })}</div>`
  }<div>${badge(record.icon)}<h2>${text('title')}</h2>${text('summary') && html`<p>${text('summary')}</p>`}${
    facts.length > 0 &&
    html`<dl class="facts">${facts.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
  }${body && html`<div class="prose">${richText(site, body)}</div>`}${
    link && buttons([{ label: link.startsWith('/contact') ? labels.callAction : labels.readMore, url: link }])
  }</div></article></li>`
}
