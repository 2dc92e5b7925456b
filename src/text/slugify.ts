// The part of an address that a title becomes. The admin panel shows it before the server stores it.

/** Shorter than the `slug` field allows, so that a numeric suffix fits. */
const MAX_GENERATED = 180

// Keyboards write the same Persian letters with Arabic code points.
const LETTERS: Record<string, string> = { ي: 'ی', ك: 'ک', ۀ: 'ه' }
// Marks that readers leave out: Latin accents without a letter of their own, harakat, hamza above, tatweel.
const MARKS = /[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/gu

/** `Größe & Preis` → `größe-preis`, `سلام دنیا` → `سلام-دنیا`; empty if the text has no letter or digit. */
export function slugify(text: string): string {
  const slug = text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[يكۀ]/gu, (letter) => LETTERS[letter]!)
    .replace(MARKS, '')
    // Apostrophes, and the invisible marks that turn a character into an emoji.
    .replace(/['’]|[\ufe00-\ufe0f]|\u20e3/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}\u200c]+/gu, '-')
    .replace(/[-\u200c]+/gu, (run) => (run.includes('-') ? '-' : run))
    .slice(0, MAX_GENERATED)
    // This removes half of a surrogate pair that was cut in two as well.
    .replace(/^[-\u200c]+|[-\u200c\p{Cs}]+$/gu, '')
  return /[\p{L}\p{N}]/u.test(slug) ? slug : ''
}
