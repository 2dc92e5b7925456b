// Reads a JSON or form body within its limits. hono's own validators would buffer without bound, parse without a nesting
// limit, and take a missing Content-Type for an empty object.
import { AppError } from '../errors.ts'
import type { AppContext } from './app-env.ts'
import { readBytes } from './read-bytes.ts'

const MAX_BYTES = 2 * 1_048_576
const DEEPEST = 64

/** The body as it came; throws 400, 413 and 415. */
export async function readJson(c: AppContext): Promise<unknown> {
  requireJson(c)
  return parseJson(await readText(c))
}

/** The body, or an empty object where there is none, whatever type it is said to have; throws 400, 413 and 415. */
export async function readOptionalJson(c: AppContext): Promise<unknown> {
  const text = await readText(c)
  if (text === '') return {}
  requireJson(c)
  return parseJson(text)
}

/** The body of a public form, sent as JSON or by an HTML form; a name sent twice has a list. Throws 400, 413 and 415. */
export async function readForm(c: AppContext): Promise<unknown> {
  if (isJson(c)) return parseJson(await readText(c))
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(c.req.header('Content-Type') ?? '')) {
    throw new AppError(
      'unsupported_media_type',
      'Send the body as application/json or application/x-www-form-urlencoded.',
    )
  }
  const fields = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(await readText(c))) {
    const values = fields.get(name)
    if (values) values.push(value)
    else fields.set(name, [value])
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

const noJson = () => new AppError('unsupported_media_type', 'Send the body as application/json.')

const isJson = (c: AppContext) =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(c.req.header('Content-Type') ?? '')

/** Throws 415 unless the body is said to be JSON. */
export function requireJson(c: AppContext) {
  if (!isJson(c)) throw noJson()
}

const readText = async (c: AppContext) => textOf(await readBytes(c.req.raw, MAX_BYTES, tooLarge))

/** The text of a body; throws 400 where it is not UTF-8. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw malformed('The body is not UTF-8.')
  }
}

/** The value of a JSON text; throws 400 where it is none or nested too deep. */
export function parseJson(text: string): unknown {
  if (nesting(text) > DEEPEST) throw malformed(`The body is nested more than ${DEEPEST} levels deep.`)
  try {
    return JSON.parse(text)
  } catch {
    throw malformed(text.trim() === '' ? 'The body is empty.' : 'The body is not valid JSON.')
  }
}

/** The deepest nesting of arrays and objects in a JSON text, found before a parser has to recurse into it. */
function nesting(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === BACKSLASH) index++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) deepest = Math.max(deepest, ++depth)
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--
  }
  return deepest
}

const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [34, 92, 91, 93, 123, 125]

const malformed = (detail: string) => new AppError('malformed_request', detail)
const tooLarge = () => new AppError('payload_too_large', `A body may have at most ${MAX_BYTES} bytes.`)
