// Decodes the streams that hold cross-references and objects (ISO 32000-1, 7.4.4): deflated, mostly with a PNG predictor.
import { inflate } from 'node:zlib'
import { type PdfDictionary, type PdfValue, UnreadablePdf } from './pdf-values.ts'

/** Resolves off the event loop. Throws UnreadablePdf, also for more than `maxBytes`. */
export async function decodeStream(
  data: Buffer,
  dictionary: PdfDictionary,
  maxBytes: number,
): Promise<Buffer> {
  const filter = firstOf(dictionary.get('Filter'))
  if (filter === undefined || filter === null) return data.subarray(0, maxBytes)
  if (filter !== 'FlateDecode') throw new UnreadablePdf()
  const inflated = await new Promise<Buffer>((resolve, reject) =>
    inflate(data, { maxOutputLength: Math.max(1, maxBytes) }, (error, result) =>
      error ? reject(new UnreadablePdf('inflate', { cause: error })) : resolve(result),
    ),
  )
  const parameters = firstOf(dictionary.get('DecodeParms'))
  const predictor = parameters instanceof Map ? numberIn(parameters, 'Predictor', 1) : 1
  if (predictor === 1) return inflated
  const columns = numberIn(parameters as PdfDictionary, 'Columns', 1)
  if (predictor < 10 || columns < 1 || columns > 100) throw new UnreadablePdf()
  return undoPredictor(inflated, columns)
}

const firstOf = (value: PdfValue | undefined) => (Array.isArray(value) ? (value[0] as PdfValue) : value)

/** Throws UnreadablePdf for any other value. */
export function numberIn(dictionary: PdfDictionary, name: string, fallback?: number): number {
  const value = dictionary.get(name) ?? fallback
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new UnreadablePdf()
  return value
}

/** PNG filters (RFC 2083, 6) of rows with one byte per pixel. */
function undoPredictor(rows: Buffer, columns: number): Buffer {
  const count = Math.floor(rows.length / (columns + 1))
  const out = Buffer.alloc(count * columns)
  for (let row = 0; row < count; row++) {
    const from = row * (columns + 1)
    const to = row * columns
    for (let column = 0; column < columns; column++) {
      const left = column > 0 ? out[to + column - 1]! : 0
      const above = row > 0 ? out[to - columns + column]! : 0
      const corner = column > 0 && row > 0 ? out[to - columns + column - 1]! : 0
      out[to + column] = rows[from + 1 + column]! + predicted(rows[from]!, left, above, corner)
    }
  }
  return out
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0
    case 1:
      return left
    case 2:
      return above
    case 3:
      return (left + above) >> 1
    case 4:
      return paeth(left, above, corner)
    default:
      throw new UnreadablePdf()
  }
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(estimate - value)) as [
    number,
    number,
    number,
  ]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}
