// Parses values of PDF files (ISO 32000-1, 7.3): numbers, names, references, dictionaries and arrays. Other values, such as
// strings, become null.

/** Damaged, or more than the page count is worth. */
export class UnreadablePdf extends Error {}

export type PdfReference = { object: number }
export type PdfDictionary = ReadonlyMap<string, PdfValue>
/** A string is a name. */
export type PdfValue = number | string | PdfReference | PdfDictionary | readonly PdfValue[] | null

const MAX_DEPTH = 20

const SPACE = /[\0\t\n\f\r ]+|%[^\r\n]*/y
const REFERENCE = /(\d{1,9})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)/y
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y
const HEX_STRING = /<[^<>]*>/y
const KEYWORD = /true|false|null/y

export class PdfParser {
  at = 0
  constructor(private readonly text: string) {}

  /** The match of a sticky pattern at the current place, or null. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)
    if (match) this.at = pattern.lastIndex
    return match
  }

  skipSpace() {
    while (this.take(SPACE));
  }

  /** Throws UnreadablePdf. */
  value(depth = 0): PdfValue {
    if (depth > MAX_DEPTH) throw new UnreadablePdf()
    this.skipSpace()
    if (this.take(/<</y)) return this.#dictionary(depth)
    if (this.take(/\[/y)) return this.#array(depth)
    if (this.take(/\(/y)) return this.#skipString()
    const reference = this.take(REFERENCE)
    if (reference) return { object: Number(reference[1]) }
    const number = this.take(NUMBER)
    if (number) return Number(number[0])
    const name = this.take(NAME)
    if (name) return decodeName(name[1]!)
    if (this.take(HEX_STRING) ?? this.take(KEYWORD)) return null
    throw new UnreadablePdf()
  }

  #dictionary(depth: number): PdfDictionary {
    const dictionary = new Map<string, PdfValue>()
    for (;;) {
      this.skipSpace()
      if (this.take(/>>/y)) return dictionary
      const name = this.take(NAME)
      if (!name) throw new UnreadablePdf()
      dictionary.set(decodeName(name[1]!), this.value(depth + 1))
    }
  }

  #array(depth: number): PdfValue[] {
    const values: PdfValue[] = []
    for (;;) {
      this.skipSpace()
      if (this.take(/\]/y)) return values
      values.push(this.value(depth + 1))
    }
  }

  #skipString(): null {
    for (let open = 1; open > 0; ) {
      this.take(/[^()\\]+/y)
      if (this.take(/\\./sy)) continue
      if (this.take(/\(/y)) open++
      else if (this.take(/\)/y)) open--
      else throw new UnreadablePdf()
    }
    return null
  }
}

const decodeName = (name: string) =>
  name.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
