// Valid request bodies for every resource, derived from its input schema, so that one suite covers all resources.
import { z } from 'zod'
import type { Resource } from '../../src/content/definition/define-resource.ts'
import { type FieldKind, kindOf } from '../../src/content/definition/field-types.ts'

export type Sample = Record<string, unknown>

/**
 * All editable fields in their stored form, without `position` and references to other records. Variants share no unique
 * value, and their records are public at once. Resources keyed by a page of the site have one variant per page (8).
 */
export function sampleOf(resource: Resource, variant: number): Sample {
  return Object.fromEntries(
    fieldsOf(resource)
      .filter(({ name }) => name !== 'position' && !/_id$/.test(name))
      .map((field) => [field.name, sampleValue(resource, field, variant)]),
  )
}

/** A sample with the required fields only. */
export function minimalOf(resource: Resource, variant: number): Sample {
  const required = fieldsOf(resource).filter(({ schema }) => !schema.safeParse(undefined).success)
  return Object.fromEntries(required.map((field) => [field.name, sampleValue(resource, field, variant)]))
}

/** A field of an input schema, with its type inside `optional` and `nullable` and its JSON Schema. */
export type Field = {
  name: string
  schema: z.ZodType
  type: z.ZodType
  kind: FieldKind | null
  json: { type?: string; minimum?: number; maximum?: number; maxLength?: number; enum?: unknown[] }
}

export function fieldsOf(resource: Resource): Field[] {
  return Object.entries(resource.input.shape).map(([name, schema]) => {
    const type = unwrap(schema as z.ZodType)
    const json = z.toJSONSchema(type, { unrepresentable: 'any' }) as Field['json']
    return { name, schema: schema as z.ZodType, type, kind: kindOf(type), json }
  })
}

function unwrap(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodOptional || field instanceof z.ZodNullable
    ? unwrap(field.unwrap() as z.ZodType)
    : field
}

function sampleValue(resource: Resource, field: Field, variant: number): unknown {
  const { name, type, kind, json } = field
  if (name === 'status') return 'published'
  if (name === 'hidden') return false
  if (kind === 'instant') {
    const year = name === resource.visibleBetween?.until ? 2190 : 1990
    return new Date(Date.UTC(year, 0, 1 + variant)).toISOString()
  }
  if (type instanceof z.ZodEnum) return at(type.options, variant)
  if (type instanceof z.ZodUnion) return at(type.options as z.ZodLiteral[], variant).value
  if (type instanceof z.ZodBoolean) return variant % 2 === 0
  if (type instanceof z.ZodNumber) return Math.min(Math.max(json.minimum ?? 0, 1) + variant, json.maximum!)
  if (name === 'tags') return [`tag ${variant}`, 'برچسب']
  if (type instanceof z.ZodArray)
    return [{ question: `Why ${variant}?`, answer: `«${name}» "${variant}" 😀` }]
  return textOf(field, variant)
}

// The first candidate that the field's type accepts unchanged.
function textOf({ name, type, kind }: Field, variant: number): string {
  const candidates =
    kind === 'rich'
      ? [`<p>متن <strong>${name}</strong> ${variant}</p>`]
      : kind === 'link' || kind === 'image'
        ? [`/${name}/${variant}`]
        : [
            `متن ${name} ${variant} "'<&>😀`,
            `slug-${variant}`,
            `/${name}/${variant}`,
            `#abcde${variant % 10}`,
            `name-${variant}@example.com`,
          ]
  const accepted = candidates.find((candidate) => type.safeParse(candidate).data === candidate)
  if (accepted === undefined) throw new Error(`no sample matches ${name}`)
  return accepted
}

const at = <T>(list: readonly T[], variant: number) => list[variant % list.length]!
