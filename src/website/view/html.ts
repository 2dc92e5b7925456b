// Templates for HTML, and escaping for XML and script elements. HTML is written with hono's `html`, which escapes every
// value except HTML that it made itself or that was passed through `raw`.
import { html as honoHtml, raw } from 'hono/html'
import { escapeHtml } from '../../text/html.ts'

export { raw }

/** HTML that `html` inserts as it is. */
export type Html = ReturnType<typeof raw>

type Value = string | number | Html | null | undefined | false | readonly Value[]

/** Joins arrays; null, undefined and false render nothing. Typed as synchronous: only promises among the values make hono return one. */
export const html = honoHtml as (strings: TemplateStringsArray, ...values: Value[]) => Html

// XML 1.0 does not allow these characters, not even as character references.
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** Escapes XML text and quoted attributes. */
export const escapeXml = (text: string) => escapeHtml(text.replace(NOT_XML, ''))

/** JSON for a script element: it cannot close the element, and is valid JavaScript (no raw U+2028 or U+2029). */
export const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
