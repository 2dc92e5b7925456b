// Reads request bodies as JSON or forms. Hono's validators would buffer without bound, parse without a nesting limit and
// take a missing Content-Type for an empty object.
import type { z } from 'zod'
import { AppError, invalid } from '../../text/errors.ts'
import { parseInput } from '../../text/parse-input.ts'
import type { AppContext } from './app-env.ts'

const MAX_DEPTH = 64
/** No resource has as many fields, and an object of 200,000 keys blocks the event loop for 0.3 s in `JSON.parse`. */
const MAX_KEYS = 1_000
const MAX_VALUES = 200_000
/** Each may be invalid in several fields. */
const MAX_CONTAINERS = 20_000

/** The value of a JSON body. Throws 400, 408, 413, 415 and 503. */
export async function readJson(c: AppContext): Promise<unknown> {
  requireJson(c)
  return parseJson(decodeUtf8(await readBody(c)))
}

/** The value of a JSON body, or `{}` for an empty body of any type. Throws 400, 408, 413, 415 and 503. */
export async function readOptionalJson(c: AppContext): Promise<unknown> {
  const text = decodeUtf8(await readBody(c))
  if (text === '') return {}
  requireJson(c)
  return parseJson(text)
}

/** The text of a CSV body, without a byte order mark. Throws 400, 408, 413, 415 and 503. */
export async function readCsvBody(c: AppContext): Promise<string> {
  if (!/^text\/csv\s*(?:;|$)/i.test(c.req.header('Content-Type') ?? ''))
    throw new AppError('unsupported_media_type', 'Send the body as text/csv.')
  return decodeUtf8(await readBody(c))
}

/**
 * The fields of a public form, sent as JSON or by an HTML form; a repeated name has an array of its values.
 * Throws 400, 408, 413, 415 and 503.
 */
export async function readForm(c: AppContext): Promise<unknown> {
  if (isJson(c)) return parseJson(decodeUtf8(await readBody(c)))
  if (!isUrlEncoded(c)) {
    throw new AppError(
      'unsupported_media_type',
      'Send the body as application/json or application/x-www-form-urlencoded.',
    )
  }
  const fields = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(decodeUtf8(await readBody(c)))) {
    const values = fields.get(name)
    if (values) values.push(value)
    else fields.set(name, [value])
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

/**
 * The bytes of a body, at most as many as the access declaration of the route allows. Throws 408, 503 and, for more
 * bytes, `createTooLarge()` or a plain 413.
 */
export function readBody(
  c: AppContext,
  createTooLarge: (maxBytes: number) => Error = tooLarge,
): Promise<Uint8Array<ArrayBuffer>> {
  const { access, bodyPools } = c.env
  const maxBytes = access?.maxBodyBytes ?? 0
  const pool = access && access.authentication !== 'none' ? bodyPools.authenticated : bodyPools.anonymous
  return pool.read(c.req.raw, { maxBytes, createTooLarge: () => createTooLarge(maxBytes) })
}

/** Reads at the first call for a request, and gives later calls the same. */
export function oncePerRequest<T>(read: (c: AppContext) => Promise<T>) {
  const results = new WeakMap<AppContext, Promise<T>>()
  return (c: AppContext): Promise<T> => {
    const result = results.get(c) ?? read(c)
    results.set(c, result)
    return result
  }
}

/** Reads and parses a JSON body once; for a limit that counts malformed ones before the route runs. */
export const readInput = <Schema extends z.ZodType>(schema: Schema) =>
  oncePerRequest(async (c) => parseInput(schema, await readJson(c)))

const tooLarge = (maxBytes: number) =>
  new AppError('payload_too_large', `The body exceeds the limit of ${maxBytes} bytes.`)

const isJson = (c: AppContext) =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(c.req.header('Content-Type') ?? '')

/** Whether the body is that of an HTML form. */
export const isUrlEncoded = (c: AppContext) =>
  /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(c.req.header('Content-Type') ?? '')

/** Throws 415 unless the Content-Type is JSON. */
export function requireJson(c: AppContext) {
  if (!isJson(c)) throw new AppError('unsupported_media_type', 'Send the body as application/json.')
}

/** Throws 400 for bytes that are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw malformed('The body is not valid UTF-8.')
  }
}

/**
 * Parses a JSON text. Throws 422 for an object with more than 1,000 keys, and 400 when the text is invalid, nested more
 * than 64 levels deep, or has more than 200,000 values or 20,000 objects and arrays.
 */
export function parseJson(text: string): unknown {
  const { depth, values, containers, keys } = measure(text)
  if (depth > MAX_DEPTH) throw malformed(`The body is nested more than ${MAX_DEPTH} levels deep.`)
  if (values > MAX_VALUES) throw malformed(`The body has more than ${MAX_VALUES} values.`)
  if (containers > MAX_CONTAINERS)
    throw malformed(`The body has more than ${MAX_CONTAINERS} objects and arrays.`)
  if (keys > MAX_KEYS) {
    const message = `an object has more than ${MAX_KEYS} fields`
    throw invalid([{ path: '', code: 'too_many', message, params: { max: MAX_KEYS } }])
  }
  try {
    return JSON.parse(text)
  } catch {
    throw malformed(text.trim() === '' ? 'The body is empty.' : 'The body is not valid JSON.')
  }
}

/** The size of a JSON value in several respects, found without building it; `keys` is that of the largest object. */
function measure(text: string) {
  const size = { depth: 0, values: 1, containers: 0, keys: 0 }
  // The number of commas so far in each open object; -1 for arrays.
  const open: number[] = []
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === BACKSLASH) index++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === COMMA) {
      size.values++
      const commas = open[open.length - 1] ?? -1
      if (commas >= 0) {
        open[open.length - 1] = commas + 1
        size.keys = Math.max(size.keys, commas + 2)
      }
    } else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      size.containers++
      // Deep enough to be refused: deeper levels need no entry.
      if (open.length <= MAX_DEPTH) open.push(code === OPEN_BRACE ? 0 : -1)
      size.depth = Math.max(size.depth, open.length)
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) open.pop()
  }
  return size
}

const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [91, 93, 123, 125]

const malformed = (detail: string) => new AppError('malformed_request', detail)
