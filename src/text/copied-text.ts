// Translations that are still the text they were copied from.

/**
 * Matches texts that are no translation of themselves, in JavaScript and Postgres alike: with a letter or digit of another
 * script than Latin, or longer than a name. Names such as "SWIFT" are the same in both languages.
 */
export const COPIED_TEXT =
  '[\\u0370-\\u1dff\\u2e80-\\ud7ff\\uf900-\\ufaff\\ufb1d-\\ufdff\\ufe70-\\ufefc]|.{61}'

const copied = new RegExp(COPIED_TEXT, 's')

/** Whether the text of another language is only a copy of this one. */
export const isCopiedText = (text: string, translation: string): boolean =>
  translation.trim() === text.trim() && copied.test(text)
