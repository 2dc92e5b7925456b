// Questions and answers, which open without JavaScript.
import { faqs } from '../../content/resources/faqs.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { paragraphs, richText } from '../render/page-components.ts'
import { type Html, html } from '../view/html.ts'
import type { Faq } from '../view/site-records.ts'
import type { Site } from '../view/site-view.ts'
import { band } from './band.ts'
import { translatedRecords } from './records.ts'

/** `answer` is sanitised HTML. */
export type Question = { question: string; answer: string }

/** The questions in the language of the page; with `categories` only those of one of these. */
export function readQuestions(
  site: Site,
  view: SnapshotView,
  isWanted: (faq: Faq) => boolean = () => true,
): Question[] {
  return translatedRecords<Faq>(site, view, { resource: faqs, field: 'question' }).flatMap(
    ({ record, text }) => {
      const answer = text('answer')
      return answer !== null && isWanted(record) ? [{ question: text('question')!, answer }] : []
    },
  )
}

export const questionsBlock = (site: Site, questions: readonly Question[], isSoft = false) =>
  questions.length > 0 &&
  band(
    { title: site.language.labels.questions, id: 'faq', isSoft },
    html`<div class="faq">${questions.map(
      ({ question, answer }) =>
        html`<details><summary>${question}</summary><div class="prose">${richText(site, answer)}</div></details>`,
    )}</div>`,
  )

/** The questions at the end of an article, whose answers are plain text. */
export const plainQuestions = ({ language }: Site, questions: readonly Question[]): Html | false =>
  questions.length > 0 &&
  html`<section class="questions faq"><h2>${language.labels.questions}</h2>${questions.map(
    ({ question, answer }) =>
      html`<details><summary>${question}</summary><div>${paragraphs(answer)}</div></details>`,
  )}</section>`
