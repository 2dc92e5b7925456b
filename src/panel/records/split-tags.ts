/** Commas and semicolons of either script, and line breaks. */
export const SEPARATOR = /[,،;؛\n]/

/** The tags in typed or pasted text. */
export const splitTags = (text: string) =>
  text
    .split(SEPARATOR)
    .map((tag) => tag.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
