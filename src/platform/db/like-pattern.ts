/** `text` with the wildcards of LIKE escaped, so that a pattern matches it literally. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/** The LIKE pattern for any value that contains `text`. */
export const containsPattern = (text: string) => `%${escapeLike(text)}%`
