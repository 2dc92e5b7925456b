/**
 * Lowers A–Z only, for comparing identifiers such as emails. `toLowerCase` also folds other characters into ASCII, for
 * instance the Kelvin sign (U+212A) into k, so that a look-alike would match.
 */
export const asciiLowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
