/** How much of a title and a description a result page on a desktop shows, in pixels of Arial in these sizes. */
export const RESULT_WIDTHS = {
  title: { size: 20, max: 600 },
  description: { size: 14, max: 990 },
} as const

/** `shown` is cut to `max` pixels; `width` is that of the whole text. */
export type MeasuredText = { shown: string; width: number; max: number }
export type ResultTexts = { title: MeasuredText; description: MeasuredText }
