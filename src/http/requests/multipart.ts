// Parses multipart forms (RFC 7578) within limits. Bun's own parser cuts a file name at NUL and at an escaped quote, and
// takes a part that has only `filename*` for a text field.
import { AppError } from '../../text/errors.ts'
import type { AppContext } from './app-env.ts'
import { readBody } from './request-body.ts'

export type Part = {
  name: string
  /** Null for a text field; empty for a file without a name. */
  filename: string | null
  bytes: Uint8Array
}

const MAX_PARTS = 50
const MAX_HEADER_BYTES = 8_192

/** The parts in order. Throws 400, 408, 415, 503 and `createTooLarge()`. */
export async function readMultipart(c: AppContext, createTooLarge: () => AppError): Promise<Part[]> {
  const type = c.req.header('Content-Type') ?? ''
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(type)) {
    throw new AppError('unsupported_media_type', 'Send the form as multipart/form-data.')
  }
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (!boundary) throw malformed('the boundary is missing from the Content-Type')
  return splitParts(Buffer.from(await readBody(c, createTooLarge)), boundary)
}

/** A part's content as text. Throws 400. */
export function textOf({ bytes }: Part): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw malformed('a text field is not valid UTF-8')
  }
}

function splitParts(body: Buffer, boundary: string): Part[] {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const parts: Part[] = []
  // The first delimiter may open the body, without a line break before it.
  let at = body.indexOf(delimiter.subarray(2))
  if (at === -1 || (at > 0 && body.toString('latin1', at - 2, at) !== '\r\n'))
    throw malformed('the first boundary is missing')
  at += delimiter.length - 2
  while (body.toString('latin1', at, at + 2) !== '--') {
    if (parts.length === MAX_PARTS) throw malformed(`more than ${MAX_PARTS} parts`)
    const head = body.indexOf('\r\n\r\n', at)
    const end = body.indexOf(delimiter, head)
    if (head === -1 || end === -1 || head - at > MAX_HEADER_BYTES) throw malformed('a part is incomplete')
    // The line break that ends the headers may begin the delimiter of an empty part.
    const start = Math.min(head + 4, end)
    parts.push({ ...parseDisposition(body.toString('utf8', at, head)), bytes: body.subarray(start, end) })
    at = end + delimiter.length
  }
  return parts
}

function parseDisposition(headers: string): Omit<Part, 'bytes'> {
  const line = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(headers)?.[1]
  const name = line === undefined ? null : parameterOf(line, 'name')
  if (line === undefined || name === null) throw malformed('a part has no name')
  return { name, filename: extendedFilename(line) ?? parameterOf(line, 'filename') }
}

// curl escapes quotes with a backslash; browsers percent-encode quotes and line breaks (HTML 4.10.22.8).
function parameterOf(line: string, name: string): string | null {
  const pattern = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]*))`, 'is')
  const [found, quoted, plain] = pattern.exec(`;${line}`) ?? []
  if (found === undefined) return null
  return (quoted ?? plain ?? '')
    .replace(/\\(["\\])/g, '$1')
    .replace(/%(?:22|0D|0A)/gi, (octet) => decodeURIComponent(octet))
}

function extendedFilename(line: string): string | null {
  const encoded = /;\s*filename\*=utf-8''([^\s;]+)/i.exec(`;${line}`)?.[1]
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded)
  } catch {
    throw malformed('filename* is not valid percent-encoded UTF-8')
  }
}

const malformed = (why: string) => new AppError('malformed_request', `Invalid multipart form: ${why}.`)
