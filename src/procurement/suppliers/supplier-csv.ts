// Suppliers as rows of a CSV file, and back.
import type { z } from 'zod'
import type { SupplierContact } from '../../platform/db/schema/procurement.ts'
import { csvCell, readCsv } from '../../text/csv.ts'
import { invalid } from '../../text/errors.ts'
import { type FieldIssue, fieldIssues } from '../../text/field-issues.ts'
import { parseRecordId } from '../../text/record-id.ts'
import { supplierChanges } from './supplier-input.ts'
import type { Supplier } from './suppliers.ts'

export const SUPPLIER_COLUMNS = [
  'id',
  'name',
  'code',
  'tax_id',
  'contacts',
  'address',
  'currency',
  'payment_terms',
  'lead_time_days',
  'over_receipt_tolerance',
  'note',
  'active',
] as const
type Column = (typeof SUPPLIER_COLUMNS)[number]

const CONTACT_FIELDS = ['name', 'role', 'email', 'phone'] as const

/** A supplier as a row; each contact is a line of CSV in one cell. */
export const supplierRow = (supplier: Supplier): Record<Column, unknown> => ({
  ...supplier,
  contacts: supplier.contacts
    .map((contact) => CONTACT_FIELDS.map((field) => csvCell(contact[field])).join(','))
    .join('\n'),
})

/** A row of a file: `number` counts from 1, the header, as spreadsheets do. */
export type ImportedRow = {
  number: number
  id: number | null
  changes: z.output<typeof supplierChanges>
}

const MAX_ROWS = 5_000

/** Where the message of a body, such as "must be a list", is none for a cell. */
const MESSAGES: Record<string, string> = {
  contacts: 'must have one contact a line: name, role, email and phone, separated by commas',
}

/** The suppliers in a CSV text; columns that it lacks are absent from `changes`. Throws 422 with the rows that are invalid. */
export function readSupplierRows(text: string): ImportedRow[] {
  const [header = [], ...lines] = readCsv(text).take(MAX_ROWS + 2)
  const columns = header.map((cell) => cell.trim().toLowerCase())
  const issues = columns.flatMap(columnIssues)
  if (issues.length > 0) throw invalid(issues)
  if (lines.length > MAX_ROWS) throw invalid([tooMany])

  const rows = lines.flatMap((cells, index): ImportedRow[] => {
    if (cells.every((cell) => cell.trim() === '')) return []
    const number = index + 2
    const path = `rows.${number}`
    if (cells.length !== columns.length) {
      const message = `has ${cells.length} cells, but the header has ${columns.length}`
      issues.push({ path, code: 'cell_count', message })
      return []
    }
    const values = Object.fromEntries(
      cells.map((cell, place) => {
        const column = columns[place] as Column
        return [column, parseCell(column, cell.trim())]
      }),
    )
    const { success, data, error } = supplierChanges.safeParse(values)
    if (success) return [{ number, id: parseRecordId(String(values.id)), changes: data }]
    for (const issue of fieldIssues(error)) {
      const message = typeof values[issue.path] === 'string' ? MESSAGES[issue.path] : undefined
      issues.push({ ...issue, path: `${path}.${issue.path}`, message: message ?? issue.message })
    }
    return []
  })
  if (issues.length > 0) throw invalid(issues)
  return rows
}

const tooMany: FieldIssue = {
  path: 'rows',
  code: 'too_many',
  message: `must be at most ${MAX_ROWS}, without the header`,
  params: { max: MAX_ROWS },
}

function columnIssues(column: string, place: number, columns: string[]): FieldIssue[] {
  const path = `columns.${place + 1}`
  const name = `"${column.slice(0, 100)}"`
  if (!SUPPLIER_COLUMNS.some((known) => known === column)) {
    const message = `${name} is not a column; the columns are ${SUPPLIER_COLUMNS.join(', ')}`
    return [{ path, code: 'unknown_column', message }]
  }
  if (columns.indexOf(column) === place) return []
  return [{ path, code: 'repeated', message: `${name} must be given only once` }]
}

/** The value of a cell as a JSON body has it; what cannot be read stays a text, which the schema refuses. */
function parseCell(column: Column, cell: string): unknown {
  switch (column) {
    case 'name':
      return cell
    case 'contacts':
      return parseContacts(cell)
    case 'lead_time_days':
      return cell === '' ? null : parseWhole(cell)
    case 'over_receipt_tolerance':
      return cell === '' ? undefined : parseWhole(cell)
    case 'active':
      // Spreadsheets write TRUE.
      return cell === '' ? undefined : ({ true: true, false: false }[cell.toLowerCase()] ?? cell)
    default:
      return cell || null
  }
}

const parseWhole = (cell: string) => (/^\d{1,9}$/.test(cell) ? Number(cell) : cell)

function parseContacts(cell: string): Partial<SupplierContact>[] | string {
  if (cell === '') return []
  let lines: string[][]
  try {
    lines = [...readCsv(cell, ',')]
  } catch {
    return cell
  }
  if (lines.some(({ length }) => length > CONTACT_FIELDS.length)) return cell
  return lines.map(([name = '', ...others]) => ({
    name: name.trim(),
    ...Object.fromEntries(others.map((value, place) => [CONTACT_FIELDS[place + 1], value.trim() || null])),
  }))
}
