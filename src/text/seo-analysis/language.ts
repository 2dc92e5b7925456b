// What the checks know about a language. Languages without an entry are checked without word lists.
import { english } from './word-lists/english.ts'
import { persian } from './word-lists/persian.ts'

export type Language = {
  /** Words without meaning of their own, folded; a keyphrase does not depend on them. */
  functionWords: ReadonlySet<string>
  /** Folded words and phrases that connect sentences; null: the check is left out. */
  transitions: readonly string[] | null
  /** Skipped when the beginnings of sentences are compared. */
  articles: ReadonlySet<string>
  /** A sentence with more words is long. */
  maxSentenceWords: number
  /** The part of a folded word that its forms share. */
  stemOf(form: string): string
  /** Whether a sentence, given as its folded words, is in the passive voice; null: the check is left out. */
  isPassive: ((forms: readonly string[]) => boolean) | null
  /** Parts of words may be written together or apart (می‌شود, میشود, می شود). */
  hasJoinedWords: boolean
}

const plain: Language = {
  functionWords: new Set(),
  transitions: null,
  articles: new Set(),
  maxSentenceWords: 20,
  stemOf: (form) => form,
  isPassive: null,
  hasJoinedWords: false,
}

/** By language tag, such as `fa` or `en-GB`. */
export function languageOf(tag: string): Language {
  const [language] = tag.toLowerCase().split('-')
  return language === 'fa' ? persian : language === 'en' ? english : plain
}
