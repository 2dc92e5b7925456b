// Text made safe for where it stands: HTML, XML, a script element. HTML is written with `html`, which escapes every
// value but markup of its own kind.

/** HTML that is safe as it is. */
export class Markup {
  constructor(readonly html: string) {}

  toString() {
    return this.html
  }
}

type Value = string | number | Markup | null | undefined | false | readonly Value[]

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For HTML text and quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

// XML 1.0 has no place for these, not even escaped.
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** For XML text and quoted attributes. */
export const escapeXml = (text: string) => escapeHtml(text.replace(NOT_XML, ''))

/** JSON that neither ends the script element it stands in nor breaks a JavaScript parser. */
export const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Sanitised HTML as it is stored. */
export const stored = (html: string) => new Markup(html)

/** Lists are joined; null, undefined and false are nothing. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(
    parts.map((part, index) => part + (index < values.length ? rendered(values[index]) : '')).join(''),
  )
}

function rendered(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.html
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return value.map(rendered).join('')
}
