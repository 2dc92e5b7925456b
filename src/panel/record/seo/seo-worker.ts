// Rates texts apart from the page, so that typing stays smooth. Titles are measured on a canvas, as search engines draw them.

import { analyzeSeo, type SeoReport } from '../../../text/seo-analysis/analyze-seo.ts'
import { messageOf } from '../../../text/seo-analysis/check-messages.ts'
import { cutTitle } from '../../../text/seo-analysis/search-result.ts'
import type { SeoInput } from '../../../text/seo-analysis/seo-input.ts'
import { fitText } from './fit-text.ts'

export type RatedTexts = Omit<SeoInput, 'titleWidth'>
export type SeoRequest = { id: number; input: RatedTexts }
export type RatedCheck = SeoReport['checks'][number] & { message: { fa: string; en: string } }
export type RatedReport = Omit<SeoReport, 'checks'> & {
  checks: RatedCheck[]
  /** The texts as a result page cuts them. */
  result: ResultTexts
}
export type SeoAnswer = { id: number; report: RatedReport }

/** The part of a title and a description that a desktop's result page shows, in pixels of Arial in these sizes. */
const RESULT_WIDTHS = {
  title: { size: 20, max: 600 },
  description: { size: 14, max: 990 },
} as const

/** `shown` is cut to `max` pixels; `width` is that of the whole text. */
export type MeasuredText = { shown: string; width: number; max: number }
export type ResultTexts = { title: MeasuredText; description: MeasuredText }

const canvas = new OffscreenCanvas(1, 1).getContext('2d')!

const widthIn = (size: number) => (text: string) => {
  canvas.font = `${size}px Arial, sans-serif`
  return canvas.measureText(text).width
}

const measured = (text: string, { size, max }: { size: number; max: number }, written = text) => ({
  shown: fitText(written, max, widthIn(size)),
  width: Math.round(widthIn(size)(text.trim())),
  max,
})

const resultOf = ({ pageTitle, seoDescription }: RatedTexts): ResultTexts => ({
  title: measured(pageTitle, RESULT_WIDTHS.title, cutTitle(pageTitle)),
  description: measured(seoDescription, RESULT_WIDTHS.description),
})

addEventListener('message', ({ data: { id, input } }: MessageEvent<SeoRequest>) => {
  const result = resultOf(input)
  const report = analyzeSeo({ ...input, titleWidth: result.title.width })
  const checks = report.checks.map((check) => ({ ...check, message: messageOf(check) }))
  postMessage({ id, report: { ...report, checks, result } } satisfies SeoAnswer)
})
