// Rates texts apart from the page, so that typing stays smooth. Titles are measured on a canvas, as search engines draw them.

import type { SeoInput } from '../../seo-analysis/analyze-seo.ts'
import { analyzeSeo, type SeoReport } from '../../seo-analysis/analyze-seo.ts'
import { messageOf } from '../../seo-analysis/messages.ts'

export type SeoRequest = { id: number; input: Omit<SeoInput, 'titleWidth'> }
export type RatedCheck = SeoReport['checks'][number] & { message: { fa: string; en: string } }
export type SeoAnswer = {
  id: number
  report: Omit<SeoReport, 'checks'> & { checks: RatedCheck[]; titleWidth: number }
}

const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
canvas.font = '20px Arial, sans-serif'

addEventListener('message', ({ data: { id, input } }: MessageEvent<SeoRequest>) => {
  const titleWidth = canvas.measureText(input.seoTitle).width
  const report = analyzeSeo({ ...input, titleWidth })
  const checks = report.checks.map((check) => ({ ...check, message: messageOf(check) }))
  postMessage({ id, report: { ...report, checks, titleWidth } } satisfies SeoAnswer)
})
