// Ends of texts, in time linear in their length: a regular expression such as `/\/+$/` looks at a run of slashes once from
// each of them.

/** Removes the characters at the end that match; `each` is for one character. */
export function trimEnd(text: string, each: RegExp): string {
  const characters = Array.from(text)
  let end = characters.length
  while (end > 0 && each.test(characters[end - 1]!)) end--
  return end === characters.length ? text : characters.slice(0, end).join('')
}

export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

/** An address without its query and its fragment. */
export const withoutQuery = (address: string): string => address.split(/[?#]/, 1)[0]!
