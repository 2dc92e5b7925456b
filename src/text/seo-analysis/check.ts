import type { TextRange } from './keyphrase.ts'

export const CHECKS = [
  'keyphrase_length',
  'keyphrase_density',
  'keyphrase_in_introduction',
  'keyphrase_distribution',
  'keyphrase_in_title',
  'title_width',
  'keyphrase_in_description',
  'description_length',
  'keyphrase_in_slug',
  'keyphrase_in_subheadings',
  'keyphrase_in_image_alts',
  'keyphrase_used_before',
  'images',
  'text_length',
  'internal_links',
  'outbound_links',
  'link_texts',
  'single_h1',
  'sentence_length',
  'paragraph_length',
  'subheading_distribution',
  'transition_words',
  'sentence_beginnings',
  'passive_voice',
] as const

export type CheckName = (typeof CHECKS)[number]
export type Rating = 'good' | 'okay' | 'bad'

/** A range in the text block with this index; UTF-16 units, end exclusive. */
export type Highlight = TextRange & { block: number }

export type Check = {
  name: CheckName
  rating: Rating
  /** 9 for good, 6 for okay, 3 for bad, 2 for a keyphrase that the title lacks. */
  score: number
  /** Figures for the message. */
  params: Record<string, number | string>
  highlights: Highlight[]
}

/** From these scores of a whole text on, it is rated good, or okay; below, it needs work. */
export const GOOD_SCORE = 80
export const OKAY_SCORE = 60

const SCORES: Record<Rating, number> = { good: 9, okay: 6, bad: 3 }

export const check = (
  name: CheckName,
  rating: Rating,
  params: Check['params'] = {},
  highlights: Highlight[] = [],
): Check => ({ name, rating, score: SCORES[rating], params, highlights })

/** `good` up to the first bound, `okay` up to the second. */
export const rateUpTo = (value: number, good: number, okay: number): Rating =>
  value <= good ? 'good' : value <= okay ? 'okay' : 'bad'

/** `good` from the first bound on, `okay` from the second. */
export const rateFrom = (value: number, good: number, okay: number): Rating =>
  value >= good ? 'good' : value >= okay ? 'okay' : 'bad'

export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 100)
