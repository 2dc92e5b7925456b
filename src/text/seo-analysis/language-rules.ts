/** The rules of a language for the checks. */
export type Language = {
  /** Words without meaning of their own, folded; a keyphrase does not depend on them. */
  functionWords: ReadonlySet<string>
  /** Folded words and phrases that connect sentences; null: the check is left out. */
  transitions: readonly string[] | null
  /** Words that are skipped when the beginnings of sentences are compared. */
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
