// CSV for spreadsheets: RFC 4180 with CRLF, a byte order mark (without it Excel reads UTF-8 as Latin-1), and protection
// against formulas in cells (OWASP, "CSV Injection").
import { invalid } from './errors.ts'

const BOM = '\uFEFF'

// Matched after NFKC, which turns full-width, small and superscript signs into plain ones, except the minus U+2212.
const FORMULA = /^[\s\p{Z}\p{C}]*[=+\-@\u2212]|^ *[\t\r]/u

/** Apostrophes before it do not count, so that `readCsv` takes away no apostrophe that was there before. */
const isFormula = (text: string) => FORMULA.test(text.replace(/^'+/, '').normalize('NFKC'))

/** A value as a cell, quoted when necessary; a possible formula gets a leading apostrophe. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = String(value)
  const safe = isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const csvRow = (values: readonly unknown[]) => `${values.map(csvCell).join(',')}\r\n`

/**
 * CSV text in chunks, starting with the header row. The first chunk waits for the first batch, so an error in that batch
 * is thrown before anything was sent.
 */
export async function* toCsv<Column extends string>(
  columns: readonly Column[],
  batches: AsyncIterable<Record<Column, unknown>[]>,
): AsyncGenerator<string, void> {
  let header = BOM + csvRow(columns)
  for await (const batch of batches) {
    yield header + batch.map((record) => csvRow(columns.map((column) => record[column]))).join('')
    header = ''
  }
  if (header) yield header
}

const withoutGuard = (cell: string) => (cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell)

/**
 * The rows of a CSV text, whose cells are what `csvCell` was given. Cells are separated by commas or semicolons: by those of
 * which the first row has more, unless `separator` is given. Throws 422 with the number of the row for a quoted cell that does not end, or that text follows.
 */
export function* readCsv(text: string, separator = separatorOf(text)): Generator<string[], void> {
  const end = new RegExp(`[${separator}\r\n]|$`, 'g')
  let row: string[] = []
  for (let at = 0, number = 1; at <= text.length; ) {
    const isQuoted = text[at] === '"'
    const start = isQuoted ? at + 1 : at
    end.lastIndex = at
    at = isQuoted ? closingQuote(text, start) : end.exec(text)!.index
    if (at === -1) throw malformed(number, 'has a quoted cell that does not end')
    const cell = text.slice(start, at)
    row.push(withoutGuard(isQuoted ? cell.replaceAll('""', '"') : cell))
    if (isQuoted) at++
    if (text[at] === separator) {
      at++
      continue
    }
    if (at < text.length && !/[\r\n]/.test(text[at]!))
      throw malformed(number, 'has text after the closing quote of a cell')
    yield row
    row = []
    number++
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (at === text.length) return
  }
}

function separatorOf(text: string): string {
  const [head] = text.split(/[\r\n]/, 1)
  const count = (separator: string) => head!.split(separator).length
  return count(';') > count(',') ? ';' : ','
}

/** The index of the quote that ends a cell; -1 where it does not end. */
function closingQuote(text: string, start: number): number {
  let at = text.indexOf('"', start)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

const malformed = (row: number, message: string) =>
  invalid([{ path: `rows.${row}`, code: 'malformed', message }])
