/** The speed of adults who read silently, in Persian and in English; texts with figures and tables take longer. */
const WORDS_A_MINUTE = 200

/** The minutes that reading so many words takes, at least one. */
export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / WORDS_A_MINUTE))
