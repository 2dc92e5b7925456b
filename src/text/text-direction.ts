/** ISO 15924 codes of the scripts that are written from right to left. */
const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']

export type TextDirection = 'ltr' | 'rtl'

/**
 * The direction in which a language, given as its BCP 47 tag, is written. By its script: unlike Chromium's, the `getTextInfo`
 * of Bun 1.4 calls Divehi and `az-Arab` left-to-right.
 */
export function directionOf(tag: string): TextDirection {
  const { script } = new Intl.Locale(tag).maximize()
  return script && RIGHT_TO_LEFT.includes(script) ? 'rtl' : 'ltr'
}
