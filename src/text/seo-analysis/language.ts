// The rules of each language for the checks. Languages without an entry are checked without word lists.
import type { Language } from './language-rules.ts'
import { english } from './word-lists/english.ts'
import { persian } from './word-lists/persian.ts'

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
