// What a resource's records look like on the way in and on the way out, read off its definition and its columns.
import { type Column, getTableColumns } from 'drizzle-orm'
import { z } from 'zod'
import type { Resource } from '../content/define-resource.ts'
import { kindOf } from '../content/field-types.ts'
import { instant, lifecycle } from './describe-operation.ts'
import { examplesOf } from './resource-examples.ts'

export type ResourceSchemas = {
  /** What visitors see. */
  view: z.ZodObject
  /** The same without long texts, where the resource has any. */
  summary: z.ZodObject
  /** What editors see. */
  record: z.ZodObject
  /** What editors send to create or replace one, and to change one. */
  input: z.ZodObject
  patch: z.ZodObject
}

/** `article-categories` → `ArticleCategory`: what one record is called in the document and in the client. */
export function typeNameOf({ name, singleton }: Resource): string {
  const singular = singleton
    ? name
    : name
        .replace(/ies$/, 'y')
        .replace(/oes$/, 'o')
        .replace(/(?<![us])s$/, '')
  return singular.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

const made = new Map<Resource, ResourceSchemas>()

/** The schemas of a resource, always the same ones: the document has each of them once. */
export function schemasOf(resource: Resource): ResourceSchemas {
  const known = made.get(resource)
  if (known) return known
  const name = typeNameOf(resource)
  const examples = examplesOf(resource)
  const shown = { ...shapeOf(resource), id: z.int(), updated_at: instant() } as z.ZodRawShape
  const view = z.object(Object.fromEntries(resource.publicFields.map((field) => [field, shown[field]!])))
  const summary = z.object(
    Object.fromEntries(Object.entries(view.shape).filter(([field]) => !resource.longFields.includes(field))),
  )
  const record = z.object({ ...lifecycle(), ...shapeOf(resource) })
  const input = resource.input.extend({ ...toldIn(resource), ...ignoredIn(resource) })
  const schemas = {
    view: view.meta({ id: name, examples: examples.views }),
    summary: summary.meta({ id: `${name}Summary` }),
    record: record.meta({ id: `${name}Record`, examples: examples.records }),
    input: input.meta({ id: `${name}Input`, examples: examples.inputs }),
    patch: input.partial().meta({ id: `${name}Patch` }),
  }
  if (resource.longFields.length === 0) schemas.summary = schemas.view
  made.set(resource, schemas)
  return schemas
}

// What a reader cannot see from the type of a field.
const TOLD: Record<string, string> = {
  slug: 'Letters and digits of any script, with single hyphens between them; made from the title where a new record has none.',
  status: '`draft` unless told otherwise. A creator’s is always `draft`, and `autosave` leaves it as it is.',
  published_at:
    'With its offset from UTC. A published article shows from then on, so that a moment to come schedules it; the first publication sets it where it is absent.',
  author_id: 'An account: who makes the article, unless an admin says otherwise.',
  position:
    'Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once.',
}

function toldIn({ input, pagePrefix }: Resource) {
  const fields = Object.entries(input.shape).filter(([name]) => name in TOLD)
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const leaves =
        name === 'slug' && pagePrefix !== null ? ' When it changes, the old path leads to the new one.' : ''
      return [name, (field as z.ZodType).meta({ description: TOLD[name] + leaves })]
    }),
  )
}

/** The fields that a write may carry and that change nothing, so that a record can be sent back as it was read. */
function ignoredIn({ derived }: Resource) {
  const ignored = z.unknown().optional().meta({ readOnly: true, description: 'Ignored.' })
  const names = ['id', 'version', 'created_at', 'updated_at', ...Object.keys(derived)]
  return Object.fromEntries(names.map((name) => [name, ignored]))
}

/** Every field as an answer holds it: always there, null only where its column may be. */
function shapeOf({ input, table, derived }: Resource): z.ZodRawShape {
  const columns = getTableColumns(table) as Record<string, Column>
  const fields = Object.entries(input.shape).map(([name, field]) => {
    const shown = shownAs(field as z.ZodType)
    return [name, columns[name]!.notNull ? shown : shown.nullable()]
  })
  const computed = Object.keys(derived).map((name) => [name, z.string().nullable()])
  return Object.fromEntries([...fields, ...computed])
}

// Limits of length and pattern are for what comes in: what is stored may be older than they are.
function shownAs(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable)
    return shownAs(field.unwrap() as z.ZodType)
  if (kindOf(field) === 'instant') return instant()
  if (field instanceof z.ZodArray) return z.array(shownAs(field.element as z.ZodType))
  if (field instanceof z.ZodObject)
    return z.object(
      Object.fromEntries(
        Object.entries(field.shape).map(([name, inner]) => [name, shownAs(inner as z.ZodType)]),
      ),
    )
  if (field instanceof z.ZodNumber) return field.format === 'safeint' ? z.int() : z.number()
  if (field instanceof z.ZodEnum || field instanceof z.ZodUnion || field instanceof z.ZodBoolean) return field
  if (kindOf(field) === 'rich') return z.string().meta({ description: 'HTML that is safe to show.' })
  return z.string()
}
