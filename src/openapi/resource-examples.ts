// Examples of each resource, in both languages: what the demo site holds.
import { type Column, getTableColumns } from 'drizzle-orm'
import type { Resource } from '../content/define-resource.ts'
import { demoContent } from '../content/demo/demo-content.ts'
import { slugify } from '../content/slugs.ts'

type Example = Record<string, unknown>

const WRITTEN = '2025-01-15T08:30:00.000Z'
const MAX_TEXT = 200

/** A body as an editor sends it, and the same record as visitors and as editors see it. */
export function examplesOf(resource: Resource): { inputs: Example[]; views: Example[]; records: Example[] } {
  const [record] = demoContent.find((group) => group.resource === resource.name)?.records ?? []
  if (!record) return { inputs: [], views: [], records: [] }
  const input = Object.fromEntries(Object.entries(record).map(([name, value]) => [name, shortened(value)]))
  const shown = (names: string[]) => shownOf(resource, input, names)
  const fields = Object.keys(resource.input.shape)
  return {
    inputs: [input],
    views: [shown(resource.publicFields)],
    records: [
      shown(['id', 'version', 'created_at', 'updated_at', ...fields, ...Object.keys(resource.derived)]),
    ],
  }
}

function shownOf(resource: Resource, input: Example, names: string[]): Example {
  const columns = getTableColumns(resource.table) as Record<string, Column>
  const computed: Example = { id: 1, version: 1, created_at: WRITTEN, updated_at: WRITTEN, position: 1 }
  if (resource.slugFrom) computed.slug = slugify(String(input[resource.slugFrom]))
  for (const name of Object.keys(resource.derived)) computed[name] = 'سارا احمدی'
  return Object.fromEntries(
    names.map((name) => {
      const value = input[name] ?? computed[name] ?? plainDefault(columns[name])
      const isInstant = resource.fieldKinds.get(name) === 'instant' && value
      return [name, isInstant ? new Date(String(value)).toISOString() : value]
    }),
  )
}

const plainDefault = (column: Column | undefined) => {
  const value = column?.default
  return value === undefined || (typeof value === 'object' && !Array.isArray(value)) ? null : value
}

/** A reference to another record stands as an id; of a long text the first paragraph is enough. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2)
  if (typeof value === 'object' && value !== null) return 1
  if (typeof value !== 'string' || value.length <= MAX_TEXT) return value
  return /^<p>.*?<\/p>/.exec(value)?.[0] ?? value
}
