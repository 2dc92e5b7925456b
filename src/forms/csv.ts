// CSV for spreadsheets: RFC 4180 with CRLF, a byte order mark (without one Excel takes Persian for Latin-1), and no
// cell that a spreadsheet would run (OWASP, "CSV Injection").

const BOM = '\uFEFF'

// NFKC makes full-width, small and raised signs plain; U+2212 is a minus that it leaves.
const RUNS = /^[\s\p{Z}\p{C}]*[=+\-@\u2212]|^ *[\t\r]/u

/** One value as a cell, quoted where it must be. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = String(value)
  const inert = RUNS.test(text.normalize('NFKC')) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

const row = (values: readonly unknown[]) => `${values.map(cell).join(',')}\r\n`

/** A CSV text in chunks, a header row first; the first chunk comes with the first batch, or fails with it. */
export async function* csv<Column extends string>(
  columns: readonly Column[],
  batches: AsyncIterable<Record<Column, unknown>[]>,
): AsyncGenerator<string, void> {
  let head = BOM + row(columns)
  for await (const batch of batches) {
    yield head + batch.map((record) => row(columns.map((column) => record[column]))).join('')
    head = ''
  }
  if (head) yield head
}
