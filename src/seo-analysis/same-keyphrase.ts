import { foldText } from '../text/fold-text.ts'

const folded = (phrase: string) => foldText(phrase).text.trim().replace(/\s+/g, ' ')

/** Whether two keyphrases are the same, however they are typed. */
export const isSameKeyphrase = (one: string, other: string): boolean => folded(one) === folded(other)
