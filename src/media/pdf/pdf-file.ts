// Finds the objects of a PDF file through its cross-references (ISO 32000-1, 7.5), old ones (tables) and new ones (streams).
// What a file may cost is limited: it comes from outside.
import { decodeStream, numberIn } from './pdf-streams.ts'
import {
  type PdfDictionary,
  PdfParser,
  type PdfReference,
  type PdfValue,
  UnreadablePdf,
} from './pdf-values.ts'

/** Of one file in all: characters parsed (some milliseconds) and bytes inflated. */
const MAX_CHARACTERS = 500_000
const MAX_INFLATED = 4 * 1_048_576
/** Of one value; enough for a list of 25,000 pages. */
const MAX_VALUE_CHARACTERS = 262_144
/** A file gets one with each revision. */
const MAX_SECTIONS = 64

/** Where an object is: at an offset in the file, or at an index in an object stream. */
type Place = { offset: number } | { stream: number }
type Section = { find(object: number): Place | null; dictionary: PdfDictionary }
type StreamObject = { dictionary: PdfDictionary; data: Buffer }

export class PdfFile {
  #characters = MAX_CHARACTERS
  #inflated = MAX_INFLATED
  readonly #sections: Section[] = []
  readonly #streams = new Map<number, StreamObject>()

  private constructor(private readonly bytes: Buffer) {}

  /** Throws UnreadablePdf. */
  static async open(bytes: Buffer): Promise<PdfFile> {
    const file = new PdfFile(bytes)
    await file.#readSections()
    return file
  }

  /** The dictionary that the last revision of the file ends with. */
  get trailer(): PdfDictionary {
    return this.#sections[0]!.dictionary
  }

  /** The value that a reference stands for; any other value as it is. Throws UnreadablePdf. */
  async resolve(value: PdfValue | undefined): Promise<PdfValue> {
    if (!isReference(value)) return value ?? null
    const place = this.#find(value.object)
    if (!place) return null
    if ('offset' in place) return this.#objectAt(place.offset).value
    return this.#objectIn(place.stream, value.object)
  }

  /** Throws UnreadablePdf for any other value. */
  async dictionary(value: PdfValue | undefined): Promise<PdfDictionary> {
    const resolved = await this.resolve(value)
    if (!(resolved instanceof Map)) throw new UnreadablePdf()
    return resolved
  }

  #find(object: number): Place | null {
    for (const { find } of this.#sections) {
      const place = find(object)
      if (place) return place
    }
    return null
  }

  async #readSections() {
    const end = Math.max(0, this.bytes.length - 2_048)
    const tail = this.#text(end, 2_048)
    const start = /startxref\s{1,20}(\d{1,10})/.exec(tail.slice(tail.lastIndexOf('startxref')))
    if (!start) throw new UnreadablePdf()
    const offsets = [Number(start[1])]
    const seen = new Set<number>()
    for (let offset = offsets.shift(); offset !== undefined; offset = offsets.shift()) {
      if (seen.has(offset)) continue
      if (seen.size === MAX_SECTIONS) throw new UnreadablePdf()
      seen.add(offset)
      const section = await this.#readSection(offset)
      this.#sections.push(section)
      for (const name of ['XRefStm', 'Prev']) {
        const next = section.dictionary.get(name)
        if (typeof next === 'number' && Number.isSafeInteger(next) && next > 0) offsets.push(next)
      }
    }
  }

  async #readSection(offset: number): Promise<Section> {
    if (this.#text(offset, 4) === 'xref') return this.#readTable(offset + 4)
    const { dictionary, data } = await this.#streamAt(offset)
    return { dictionary, find: entriesOfStream(dictionary, data) }
  }

  #readTable(offset: number): Section {
    const ranges: { first: number; count: number; at: number }[] = []
    for (let at = offset; ; ) {
      const head = /^\s{0,20}(?:(\d{1,9}) {1,4}(\d{1,9})\s{1,4}|(trailer))/.exec(this.#text(at, 64))
      if (!head || ranges.length > 10_000) throw new UnreadablePdf()
      at += head[0].length
      if (head[3]) {
        const dictionary = this.#parse(this.bytes, at, (parser) => parser.value())
        if (!(dictionary instanceof Map)) throw new UnreadablePdf()
        return { dictionary, find: (object) => this.#entryOfTable(ranges, object) }
      }
      const range = { first: Number(head[1]), count: Number(head[2]), at }
      ranges.push(range)
      at += range.count * ENTRY_BYTES
    }
  }

  #entryOfTable(ranges: readonly { first: number; count: number; at: number }[], object: number) {
    const range = ranges.find(({ first, count }) => object >= first && object < first + count)
    if (!range) return null
    const at = range.at + (object - range.first) * ENTRY_BYTES
    const entry = /^(\d{10}) \d{5} n/.exec(this.#text(at, ENTRY_BYTES))
    return entry && { offset: Number(entry[1]) }
  }

  /** The object at an offset, and where its value ends. */
  #objectAt(offset: number): { value: PdfValue; end: number } {
    return this.#parse(this.bytes, offset, (parser) => {
      parser.skipSpace()
      if (!parser.take(/\d{1,9}\s{1,20}\d{1,5}\s{1,20}obj/y)) throw new UnreadablePdf()
      const value = parser.value()
      parser.skipSpace()
      return { value, end: offset + parser.at }
    })
  }

  async #streamAt(offset: number): Promise<StreamObject> {
    const known = this.#streams.get(offset)
    if (known) return known
    const { value: dictionary, end } = this.#objectAt(offset)
    const start = /^stream\r?\n/.exec(this.#text(end, 8))
    if (!(dictionary instanceof Map) || !start) throw new UnreadablePdf()
    const from = end + start[0].length
    const length = dictionary.get('Length')
    const to = typeof length === 'number' ? from + length : this.bytes.indexOf('endstream', from)
    const raw = this.bytes.subarray(from, Math.max(from, to))
    const data = await decodeStream(raw, dictionary, this.#inflated)
    this.#inflated -= data.length
    const stream = { dictionary, data }
    this.#streams.set(offset, stream)
    return stream
  }

  /** An object in an object stream (7.5.7), which starts with the number and offset of each. */
  async #objectIn(container: number, object: number): Promise<PdfValue> {
    const place = this.#find(container)
    if (!place || !('offset' in place)) throw new UnreadablePdf()
    const { dictionary, data } = await this.#streamAt(place.offset)
    const first = numberIn(dictionary, 'First')
    const offset = this.#parse(data.subarray(0, first), 0, (parser) => {
      for (;;) {
        parser.skipSpace()
        const pair = parser.take(/(\d{1,9})\s{1,20}(\d{1,9})/y)
        if (!pair) throw new UnreadablePdf()
        if (Number(pair[1]) === object) return Number(pair[2])
      }
    })
    return this.#parse(data, first + offset, (parser) => parser.value())
  }

  #text(offset: number, length: number): string {
    return this.bytes.toString('latin1', offset, offset + length)
  }

  #parse<Result>(bytes: Buffer, offset: number, read: (parser: PdfParser) => Result): Result {
    const length = Math.min(this.#characters, MAX_VALUE_CHARACTERS)
    const parser = new PdfParser(bytes.toString('latin1', offset, offset + length))
    const result = read(parser)
    this.#characters -= parser.at
    return result
  }
}

const ENTRY_BYTES = 20

const isReference = (value: PdfValue | undefined): value is PdfReference =>
  typeof value === 'object' && value !== null && 'object' in value

/** The entries of a cross-reference stream (7.5.8): three numbers each, in `W` bytes. */
function entriesOfStream(dictionary: PdfDictionary, data: Buffer) {
  const [typeBytes, secondBytes, thirdBytes] = numbersIn(dictionary, 'W') as [number, number, number]
  if (![typeBytes, secondBytes, thirdBytes].every((width) => width >= 0 && width <= 6))
    throw new UnreadablePdf()
  const index = dictionary.has('Index') ? numbersIn(dictionary, 'Index') : [0, numberIn(dictionary, 'Size')]
  const width = typeBytes + secondBytes + thirdBytes
  const numberAt = (at: number, bytes: number) => (bytes === 0 ? 0 : data.readUIntBE(at, bytes))
  return (object: number): Place | null => {
    for (let pair = 0, before = 0; pair + 1 < index.length; pair += 2) {
      const [first, count] = [index[pair]!, index[pair + 1]!]
      if (object >= first && object < first + count) {
        const at = (before + object - first) * width
        if (at + width > data.length) throw new UnreadablePdf()
        const type = typeBytes === 0 ? 1 : numberAt(at, typeBytes)
        const second = numberAt(at + typeBytes, secondBytes)
        if (type === 1) return { offset: second }
        return type === 2 ? { stream: second } : null
      }
      before += count
    }
    return null
  }
}

function numbersIn(dictionary: PdfDictionary, name: string): number[] {
  const value = dictionary.get(name)
  const isFit = Array.isArray(value) && value.length > 1 && value.every(Number.isSafeInteger)
  if (!isFit) throw new UnreadablePdf()
  return value as number[]
}
