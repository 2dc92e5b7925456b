import type { Resource, Row } from '../definition/define-resource.ts'
import { mediaUrlsIn } from '../images/media-url.ts'

/** `full` records, or `summary`: without their long texts. */
export type Detail = 'full' | 'summary'

/** A record's public view: as JSON, and the URLs of media in it. The JSON of both is the same without long texts. */
export type PublicJson = {
  json: { [Name in Detail]: Buffer<ArrayBuffer> }
  mediaUrls: { [Name in Detail]: readonly string[] }
}

/**
 * The public view of a record, and its summary without long texts. Each long text is written and encoded by itself: as one
 * string, an English text would take two bytes a character beside a Persian one, and twice the time.
 */
export function publicJson({ publicFields, longFields }: Resource, row: Row): PublicJson {
  const parts: string[] = []
  const longUrls: string[] = []
  let short = ''
  let start = 0
  for (const [index, name] of publicFields.entries()) {
    const member = `${index === 0 ? '{' : ','}"${name}":${JSON.stringify(row[name] ?? null)}`
    if (longFields.includes(name)) {
      parts.push(short.slice(start), member)
      longUrls.push(...mediaUrlsIn(member))
      start = short.length
    } else short += member
  }
  const summary = encode([short, '}'])
  const summaryUrls = mediaUrlsIn(short)
  if (parts.length === 0)
    return { json: { full: summary, summary }, mediaUrls: { full: summaryUrls, summary: summaryUrls } }
  parts.push(short.slice(start), '}')
  return {
    json: { full: encode(parts), summary },
    mediaUrls: {
      full: longUrls.length > 0 ? [...new Set([...summaryUrls, ...longUrls])] : summaryUrls,
      summary: summaryUrls,
    },
  }
}

/** Shared by many texts: memory of its own takes longer to get than a text takes to be written. */
const SLAB_BYTES = 262_144
let slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
let used = 0

function encode(parts: readonly string[]): Buffer<ArrayBuffer> {
  const most = 3 * parts.reduce((sum, { length }) => sum + length, 0)
  if (used + most > slab.length) {
    slab = Buffer.allocUnsafeSlow(Math.max(SLAB_BYTES, most))
    used = 0
  }
  const start = used
  for (const part of parts) used += slab.write(part, used)
  return slab.subarray(start, used)
}
