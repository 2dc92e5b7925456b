import { foldText } from '../fold-text.ts'

/** The form in which equal keyphrases are equal, however they are typed. */
export const foldKeyphrase = (phrase: string): string => foldText(phrase).text.trim().replace(/\s+/g, ' ')

/** Whether two keyphrases are the same. */
export const isSameKeyphrase = (one: string, other: string): boolean =>
  foldKeyphrase(one) === foldKeyphrase(other)
