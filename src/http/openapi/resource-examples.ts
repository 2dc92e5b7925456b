// Examples of each resource in both languages, taken from the demo content.
import { type Column, getTableColumns } from 'drizzle-orm'
import type { Resource } from '../../content/definition/define-resource.ts'
import { demoContent } from '../../content/demo/demo-content.ts'
import { READ_ONLY_FIELDS } from '../../text/record-fields.ts'
import { slugify } from '../../text/slugify.ts'

type Example = Record<string, unknown>

const EXAMPLE_DATE = '2025-01-15T08:30:00.000Z'
const EXAMPLE_AUTHOR = 'سارا احمدی'
const MAX_TEXT_LENGTH = 200

/** Examples of a request body and of the record in public and admin responses; empty without demo content. */
export function examplesOf(resource: Resource): { inputs: Example[]; views: Example[]; records: Example[] } {
  const [record] = demoContent.find((group) => group.resource === resource.name)?.records ?? []
  if (!record) return { inputs: [], views: [], records: [] }
  const input = Object.fromEntries(Object.entries(record).map(([name, value]) => [name, shorten(value)]))
  const responseWith = (names: string[]) => responseExample(resource, input, names)
  const fields = Object.keys(resource.input.shape)
  return {
    inputs: [input],
    views: [responseWith(resource.publicFields)],
    records: [responseWith([...READ_ONLY_FIELDS, ...fields, ...Object.keys(resource.derived)])],
  }
}

function responseExample(resource: Resource, input: Example, names: string[]): Example {
  const columns = getTableColumns(resource.table) as Record<string, Column>
  const computed: Example = {
    id: 1,
    version: 1,
    created_at: EXAMPLE_DATE,
    updated_at: EXAMPLE_DATE,
    position: 1,
  }
  if (resource.slugFrom) computed.slug = slugify(String(input[resource.slugFrom]))
  for (const name of Object.keys(resource.derived)) computed[name] = EXAMPLE_AUTHOR
  return Object.fromEntries(
    names.map((name) => {
      const value = input[name] ?? computed[name] ?? columnDefault(columns[name])
      const isTimestamp = resource.fieldKinds.get(name) === 'instant' && value
      return [name, isTimestamp ? new Date(String(value)).toISOString() : value]
    }),
  )
}

/** The column's default if it is a plain value; null for SQL expressions. */
const columnDefault = (column: Column | undefined) => {
  const value = column?.default
  return value === undefined || (typeof value === 'object' && !Array.isArray(value)) ? null : value
}

/** References become ids, long texts their first paragraph. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2)
  if (typeof value === 'object' && value !== null) return 1
  if (typeof value !== 'string' || value.length <= MAX_TEXT_LENGTH) return value
  return /^<p>.*?<\/p>/.exec(value)?.[0] ?? value
}
