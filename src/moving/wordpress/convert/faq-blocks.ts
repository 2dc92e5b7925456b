// Questions and answers of the FAQ blocks of Yoast SEO and Rank Math, which become the article's `faqs`. Both store them
// as `questions` in the block's attributes: Yoast with `jsonQuestion` and `jsonAnswer` (HTML; older versions arrays of
// parts as `question` and `answer`), Rank Math with `title`, `content` and `visible`.
import { plainText, truncate } from './to-plain-text.ts'

export type Faq = { question: string; answer: string }

/** The API's limits for an article. */
export const MAX_FAQS = 50
const MAX_QUESTION = 500
const MAX_ANSWER = 5_000

export const isFaqBlock = (name: string) => name === 'yoast/faq-block' || name === 'rank-math/faq-block'

/** HTML of each question and its answer that has a text; null if the attributes contain no list. */
export function faqsIn(attributes: Record<string, unknown>): Faq[] | null {
  const { questions } = attributes
  if (!Array.isArray(questions)) return null
  return questions.flatMap((entry: unknown) => {
    if (entry === null || typeof entry !== 'object') return []
    const fields = new Map<string, unknown>(Object.entries(entry))
    if (fields.get('visible') === false) return []
    const first = (...names: string[]) =>
      names.map((name) => textOf(fields.get(name))).find((text) => text.trim() !== '') ?? ''
    const faq = {
      question: first('jsonQuestion', 'question', 'title'),
      answer: first('jsonAnswer', 'answer', 'content'),
    }
    return plainText(faq.question) && plainText(faq.answer) ? [faq] : []
  })
}

/** Texts as the API accepts them: plain, and with line breaks between paragraphs. */
export const toPlainFaq = ({ question, answer }: Faq): Faq => ({
  question: truncate(plainText(question), MAX_QUESTION),
  answer: truncate(plainLines(answer), MAX_ANSWER),
})

const plainLines = (html: string) =>
  html
    .split(/<br\s*\/?>|<\/(?:p|li|div|h[1-6]|ul|ol)\s*>|\n/i)
    .map(plainText)
    .filter(Boolean)
    .join('\n')

/** A text is a string, or a list of strings and of elements such as `{type: 'strong', props: {children: [‥]}}`. */
function textOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return repairEscapes(value)
  if (depth > 20) return ''
  if (Array.isArray(value)) return value.map((part) => textOf(part, depth + 1)).join('')
  if (value === null || typeof value !== 'object') return ''
  if (!('props' in value) || value.props === null || typeof value.props !== 'object') return ''
  const isBreak = 'type' in value && value.type === 'br'
  if (isBreak) return '<br>'
  return 'children' in value.props ? textOf(value.props.children, depth + 1) : ''
}

/** Exports of Rank Math contain `\\u003cbr\\u003e`, and `u003cbr u003e` where a backslash was lost. */
const repairEscapes = (text: string) =>
  text.replace(/\\?u(00(?:3c|3e|26|22|27|2d))/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
