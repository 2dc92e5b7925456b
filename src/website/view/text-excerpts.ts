// Texts for search engines: those that editors wrote for them, or else others of the record.
import { textIn } from '../../text/content-language.ts'
import { textBlocksOf } from '../../text/plain-text.ts'
import type { Language, Languages } from './language.ts'

/** Characters of a description that search engines show. */
export const MAX_DESCRIPTION_LENGTH = 160

const MAX_SCANNED = 20_000

/** The first sentence of sanitised HTML, headings skipped; null if there is none. */
export function firstSentence(html: string, language: string): string | null {
  const [block] = textBlocksOf(html.slice(0, MAX_SCANNED), { headings: false })
  if (block === undefined) return null
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(block)
  for (const { segment } of sentences) return segment.trim()
  return null
}

type Sources = {
  languages: Languages
  language: Language
  /** The names of the fields with the summary, if there is one, and with the sanitised HTML. */
  summary: string | null
  body: string
}

/** Title and description for search engines; null where the title of the page, or nothing, has to do. */
export function searchTexts(record: object, { languages, language, summary, body }: Sources) {
  const texts = record as Readonly<Record<string, string | null>>
  return {
    // A translated title is better than an untranslated search title.
    seoTitle: textIn(texts, 'title', language)
      ? textIn(texts, 'seo_title', language)
      : languages.text(texts, 'seo_title', language),
    seoDescription: languages.withFallback(
      language,
      (candidate) =>
        textIn(texts, 'seo_description', candidate) ??
        (summary && textIn(texts, summary, candidate)) ??
        firstSentence(textIn(texts, body, candidate) ?? '', candidate.tag),
    ),
  }
}
