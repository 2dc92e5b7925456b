// CSV for spreadsheets: RFC 4180 with CRLF, a byte order mark (without it Excel reads UTF-8 as Latin-1), and protection
// against formulas in cells (OWASP, "CSV Injection").

const BOM = '\uFEFF'

// Matched after NFKC, which turns full-width, small and superscript signs into plain ones, except the minus U+2212.
const FORMULA = /^[\s\p{Z}\p{C}]*[=+\-@\u2212]|^ *[\t\r]/u

/** A value as a cell, quoted when necessary; a possible formula gets a leading apostrophe. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = String(value)
  const safe = FORMULA.test(text.normalize('NFKC')) ? `'${text}` : text
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
