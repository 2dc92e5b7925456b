// Reads the attributes of a shortcode as WordPress does (wp-includes/shortcodes.php, `shortcode_parse_atts`).

export type Attributes = {
  /** The value of a named attribute, in order of preference; empty if it has none of them. */
  get(...names: string[]): string
  /** Values without a name, such as the URL in `[youtube https://…]`. */
  positional: readonly string[]
  /** Everything between the name and the bracket. */
  text: string
}

// Each alternative ends at white space, so that no part is read in more than two ways.
const ATTRIBUTE =
  /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))(?=\s|$)|"([^"]*)"(?=\s|$)|'([^']*)'(?=\s|$)|(\S+)/y
const CURLY_QUOTES = /[“”″]|&(?:quot|ldquo|rdquo|Prime|#0*34|#822[01]|#8243);/g

export function parseAttributes(text: string): Attributes {
  const named = new Map<string, string>()
  const positional: string[] = []
  // Texts pasted from a word processor have curly quotes instead of straight ones.
  const source = (text.includes('"') ? text : text.replace(CURLY_QUOTES, '"')).replace(/[\u00a0\u200b]/g, ' ')
  const space = /\s*/y
  for (let at = 0; ; ) {
    space.lastIndex = at
    space.test(source)
    ATTRIBUTE.lastIndex = space.lastIndex
    const match = ATTRIBUTE.exec(source)
    if (!match) break
    at = ATTRIBUTE.lastIndex
    const [whole, name, ...values] = match
    const value = values.find((candidate) => candidate !== undefined) ?? whole
    if (name === undefined) positional.push(value)
    else if (!named.has(name.toLowerCase())) named.set(name.toLowerCase(), value)
  }
  return {
    get: (...names) => names.map((name) => named.get(name)?.trim() ?? '').find((value) => value !== '') ?? '',
    positional,
    text,
  }
}

/** The numbers in a list such as `12, 34`; also `12|full`, a number with a size. */
export const numbersIn = (list: string): number[] =>
  (list.match(/(?<![\w.-])\d+(?![\w.-])/g) ?? []).map(Number)

/** The attributes with another value of one of them. */
export function withValue(attributes: Attributes, name: string, value: string): Attributes {
  return {
    ...attributes,
    get: (...wanted) => (wanted.includes(name) ? value.trim() : attributes.get(...wanted)),
  }
}
