import { analyzeSeo } from '../../../src/text/seo-analysis/analyze-seo.ts'
import type { CheckName } from '../../../src/text/seo-analysis/check.ts'
import type { SeoInput } from '../../../src/text/seo-analysis/seo-input.ts'

const EMPTY: SeoInput = {
  language: 'en',
  keyphrase: '',
  seoTitle: '',
  seoDescription: '',
  pageTitle: '',
  slug: '',
  content: '',
  image: null,
  siteUrl: 'https://example.com',
  titleWidth: null,
  othersWithKeyphrase: [],
}

export const report = (input: Partial<SeoInput>) => analyzeSeo({ ...EMPTY, ...input })

/** The check with this name, or undefined where it does not apply. */
export const checkOf = (name: CheckName, input: Partial<SeoInput>) =>
  report(input).checks.find((check) => check.name === name)

export const ratingOf = (name: CheckName, input: Partial<SeoInput>) => checkOf(name, input)?.rating

/** `count` words that are no keyphrase, in sentences of ten. */
export const filler = (count: number, word = 'word') =>
  Array.from({ length: count }, (_, index) => `${word}${index}${index % 10 === 9 ? '.' : ''}`).join(' ')

export const paragraph = (text: string) => `<p>${text}</p>`
