const syllable = (n: number) => String.fromCodePoint(0xac01 + (n % 2_000) * 5)

/** 37,000 different words of three Korean syllables each, of which folding makes nine letters with 27 bytes. */
export const manyWords = Array.from(
  { length: 37_000 },
  (_, n) => syllable(n) + syllable(Math.floor(n / 2_000)) + syllable(7),
)
