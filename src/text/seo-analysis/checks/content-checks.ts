// Checks of what search engines show and of what the text contains; they need no keyphrase, except for link texts.

import type { AnalyzedText } from '../analyzed-text.ts'
import { type Check, check, rateFrom } from '../check.ts'
import { hasKeyphrase, type Keyphrase } from '../keyphrase.ts'
import type { SeoInput } from '../seo-input.ts'
import { estimateTitleWidth } from '../title-width.ts'

export const MAX_TITLE_WIDTH = 600
export const MIN_DESCRIPTION_LENGTH = 120
export const MAX_DESCRIPTION_LENGTH = 156

type Subject = { input: SeoInput; text: AnalyzedText; keyphrase: Keyphrase | null }

export const searchResultChecks = ({ pageTitle, seoDescription, titleWidth }: SeoInput): Check[] => [
  titleWidthCheck(pageTitle, titleWidth),
  descriptionLength(seoDescription),
]

export function contentChecks({ input, text, keyphrase }: Subject): (Check | null)[] {
  const images = text.images.length + (input.image ? 1 : 0)
  const h1s = text.blocks.filter(({ level }) => level === 1)
  return [
    check('images', images > 0 ? 'good' : 'bad', { count: images }),
    check('text_length', rateFrom(text.wordCount, 300, 200), { words: text.wordCount, min: 300 }),
    ...linkChecks(input, text),
    linkTexts(text, keyphrase),
    // The page itself shows the title as its h1.
    check(
      'single_h1',
      h1s.length === 0 ? 'good' : 'bad',
      { count: h1s.length + 1 },
      h1s.map(({ index, text: { length } }) => ({ block: index, start: 0, end: length })),
    ),
  ]
}

function titleWidthCheck(title: string, measured: number | null): Check {
  const width = Math.round(measured ?? estimateTitleWidth(title))
  const isGood = title.trim() !== '' && width <= MAX_TITLE_WIDTH
  return check('title_width', isGood ? 'good' : 'bad', { width, max: MAX_TITLE_WIDTH })
}

function descriptionLength(description: string): Check {
  const length = [...description.trim()].length
  const isTooLong = length > MAX_DESCRIPTION_LENGTH
  const rating = length === 0 || isTooLong ? 'bad' : length < MIN_DESCRIPTION_LENGTH ? 'okay' : 'good'
  return check('description_length', rating, {
    length,
    min: MIN_DESCRIPTION_LENGTH,
    max: MAX_DESCRIPTION_LENGTH,
  })
}

function linkChecks({ siteUrl }: SeoInput, { links }: AnalyzedText): Check[] {
  const internal = links.filter(({ href }) => isInternal(href, siteUrl)).length
  const outbound = links.filter(({ href }) => isAbsolute(href) && !isInternal(href, siteUrl)).length
  return [
    check('internal_links', internal > 0 ? 'good' : 'bad', { count: internal }),
    check('outbound_links', outbound > 0 ? 'good' : 'bad', { count: outbound }),
  ]
}

const hostOf = (url: string): string | null => {
  try {
    return new URL(url, 'https://relative.invalid').host
  } catch {
    return null
  }
}

const isAbsolute = (href: string) => /^(?:https?:)?\/\//i.test(href)

const isInternal = (href: string, siteUrl: string): boolean =>
  isAbsolute(href) ? hostOf(href) === hostOf(siteUrl) : /^[/?.]/.test(href)

/** Links whose text is the keyphrase compete with the page itself. */
function linkTexts({ links }: AnalyzedText, keyphrase: Keyphrase | null): Check | null {
  if (!keyphrase || links.length === 0) return null
  const competing = links.filter(({ text }) => hasKeyphrase(text, keyphrase))
  return check(
    'link_texts',
    competing.length === 0 ? 'good' : 'bad',
    { count: competing.length },
    competing.map(({ block, start, end }) => ({ block, start, end })),
  )
}
