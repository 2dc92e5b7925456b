// Request and response schemas of each resource, derived from its definition and its table.

import { type Column, getTableColumns } from 'drizzle-orm'
import { z } from 'zod'
import type { Resource } from '../../content/definition/define-resource.ts'
import { kindOf } from '../../content/definition/field-types.ts'
import { READ_ONLY_FIELDS } from '../../text/record-fields.ts'
import { recordFields, timestamp } from './record-schemas.ts'
import { examplesOf } from './resource-examples.ts'

export type ResourceSchemas = {
  /** A record in public responses. */
  view: z.ZodObject
  /** A record in public lists, without long texts; the same as `view` for resources without any. */
  summary: z.ZodObject
  /** A record in admin responses. */
  record: z.ZodObject
  /** Body of POST and PUT. */
  input: z.ZodObject
  /** Body of PATCH. */
  patch: z.ZodObject
}

/** The name of one record in the document and in the client: `article-categories` → `ArticleCategory`. */
export function typeNameOf({ name, singleton }: Resource): string {
  const singular = singleton
    ? name
    : name
        .replace(/ies$/, 'y')
        .replace(/oes$/, 'o')
        .replace(/(?<![us])s$/, '')
  return singular.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

const cache = new Map<Resource, ResourceSchemas>()

/** The schemas of a resource; cached, because each component must be one object throughout the document. */
export function schemasOf(resource: Resource): ResourceSchemas {
  const cached = cache.get(resource)
  if (cached) return cached
  const name = typeNameOf(resource)
  const examples = examplesOf(resource)
  const fields = { ...responseShape(resource), id: z.int(), updated_at: timestamp() } as z.ZodRawShape
  const view = z.object(Object.fromEntries(resource.publicFields.map((field) => [field, fields[field]!])))
  const summary = z.object(
    Object.fromEntries(Object.entries(view.shape).filter(([field]) => !resource.longFields.includes(field))),
  )
  const record = z.object({ ...recordFields(), ...responseShape(resource) })
  const input = resource.input.extend({ ...describedFields(resource), ...ignoredFields(resource) })
  const schemas = {
    view: view.meta({ id: name, examples: examples.views }),
    summary: summary.meta({ id: `${name}Summary` }),
    record: record.meta({ id: `${name}Record`, examples: examples.records }),
    input: input.meta({ id: `${name}Input`, examples: examples.inputs }),
    patch: input.partial().meta({ id: `${name}Patch` }),
  }
  if (resource.longFields.length === 0) schemas.summary = schemas.view
  cache.set(resource, schemas)
  return schemas
}

// Behaviour of a field that its type does not show.
const FIELD_DESCRIPTIONS: Record<string, string> = {
  slug: 'Letters and digits of any script, separated by single hyphens. If a new record has none, it is made from the title.',
  status:
    '`draft` by default. Ignored from creators, whose articles stay drafts, and in requests with `autosave`.',
  published_at:
    'With a UTC offset. A published article is visible from this time on; a time in the future schedules it. Set on the first publication if absent.',
  author_id: 'The id of an account. By default the account that creates the article; only admins can set it.',
  position:
    'The position in the list, from 1. Only admins can set it, with PUT and PATCH; new records are added at the end. To sort the whole list, use `reorder`.',
}

const REDIRECT_NOTE = ' When it changes, the old path redirects to the new one.'

function describedFields({ input, pagePrefix }: Resource) {
  const fields = Object.entries(input.shape).filter(([name]) => name in FIELD_DESCRIPTIONS)
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const note = name === 'slug' && pagePrefix !== null ? REDIRECT_NOTE : ''
      return [name, (field as z.ZodType).meta({ description: FIELD_DESCRIPTIONS[name] + note })]
    }),
  )
}

/** Read-only fields: writes accept and ignore them, so that a record can be sent back as it was read. */
function ignoredFields({ derived }: Resource) {
  const ignored = z.unknown().optional().meta({ readOnly: true, description: 'Ignored.' })
  const names = [...READ_ONLY_FIELDS, ...Object.keys(derived)]
  return Object.fromEntries(names.map((name) => [name, ignored]))
}

/** Every field as responses contain it: always present, null only if its column is nullable. */
function responseShape({ input, table, derived }: Resource): z.ZodRawShape {
  const columns = getTableColumns(table) as Record<string, Column>
  const fields = Object.entries(input.shape).map(([name, field]) => {
    const schema = withoutLimits(field as z.ZodType)
    return [name, columns[name]!.notNull ? schema : schema.nullable()]
  })
  const computed = Object.keys(derived).map((name) => [name, z.string().nullable()])
  return Object.fromEntries([...fields, ...computed])
}

// Limits of length and pattern apply to input only: stored values may be older than a limit.
function withoutLimits(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable)
    return withoutLimits(field.unwrap() as z.ZodType)
  if (kindOf(field) === 'instant') return timestamp()
  if (field instanceof z.ZodArray) return z.array(withoutLimits(field.element as z.ZodType))
  if (field instanceof z.ZodObject)
    return z.object(
      Object.fromEntries(
        Object.entries(field.shape).map(([name, inner]) => [name, withoutLimits(inner as z.ZodType)]),
      ),
    )
  if (field instanceof z.ZodNumber) return field.format === 'safeint' ? z.int() : z.number()
  if (field instanceof z.ZodEnum || field instanceof z.ZodUnion || field instanceof z.ZodBoolean) return field
  if (kindOf(field) === 'rich') return z.string().meta({ description: 'Sanitized HTML.' })
  return z.string()
}
