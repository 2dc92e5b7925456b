// Field kinds of the resources' input schemas: plain zod types whose metadata says what a write does with them.
// No defaults and no object-level refinements here: zod applies them to PATCH as well (defaults live in the columns).
import { z } from 'zod'
import { INT4_MAX } from '../record-id.ts'
import { isAllowedUrl } from '../security/sanitize-rich-text.ts'
import { canonicalPath } from './site-path.ts'

/** What a write does with a field's value beyond checking its type; see `clean.ts`. */
export type FieldKind = 'rich' | 'link' | 'image' | 'instant'

const kinds = z.registry<{ kind: FieldKind }>()

/** The kind of a field, looking through `optional` and `nullable`. */
export function kindOf(field: z.ZodType): FieldKind | null {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable)
    return kindOf(field.unwrap() as z.ZodType)
  return kinds.get(field)?.kind ?? null
}

// Postgres stores neither NUL nor half of a surrogate pair.
const storable = (value: string) => !value.includes('\0') && value.isWellFormed()
const NOT_STORABLE = 'contains NUL or an unpaired surrogate'

/** Plain text, shown escaped; line breaks are kept. */
export const text = (max = 5_000) => z.string().max(max).refine(storable, NOT_STORABLE)
/** One line of plain text that is not blank. */
export const line = (max = 300) => z.string().trim().min(1).max(max).refine(storable, NOT_STORABLE)
/** Sanitised HTML. */
export const rich = (max = 500_000) =>
  z.string().max(max).refine(storable, NOT_STORABLE).register(kinds, { kind: 'rich' })
/** http, https, mailto, tel or relative; an empty string is stored as null. */
export const link = () =>
  z
    .string()
    .trim()
    .max(2_048)
    .refine((value) => value === '' || (storable(value) && isAllowedUrl(value)), 'is not an allowed URL')
    .register(kinds, { kind: 'link' })
/** Like `link`; an absolute URL of the site's own media is stored relative. */
export const image = () =>
  z
    .string()
    .trim()
    .max(2_048)
    .refine((value) => value === '' || (storable(value) && isImageUrl(value)), 'is not an allowed image URL')
    .register(kinds, { kind: 'image' })
const NO_SLUG = 'is not a slug: letters and digits, with single hyphens between them'
/** Letters, digits and marks of any script, joined by single hyphens. */
export const slug = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .normalize('NFC')
    .max(200)
    .regex(/^(?=.*[\p{L}\p{N}])[\p{L}\p{N}\p{M}\u200c]+(?:-[\p{L}\p{N}\p{M}\u200c]+)*$/u, NO_SLUG)
/**
 * A path of this site as `canonicalPath` writes it, so that differently encoded spellings compare equal. Its length is
 * counted then: 800 characters of three bytes are what a unique index of Postgres takes (2704 bytes).
 */
export const sitePath = () =>
  z
    .string()
    .trim()
    .overwrite((value) => canonicalPath(value) ?? value)
    .max(800)
    .refine((value) => canonicalPath(value) !== null, 'is not a path of this site')
export const email = () => z.email().max(254)
export const color = () => z.string().regex(/^#(?:[0-9a-f]{3}){1,2}$/i, 'is not a hex colour')
export const flag = () => z.boolean()
export const integer = (min = 0, max = INT4_MAX) => z.int().min(min).max(max)
export const decimal = (min: number, max: number) => z.number().min(min).max(max)
const NO_INSTANT = 'is not a date and time with its offset from UTC, such as 2026-08-03T10:15:00Z'
/** RFC 3339 with an offset, between 1900 and 2200. */
export const instant = () =>
  z.iso
    .datetime({
      offset: true,
      abort: true,
      error: ({ code }) => (code === 'invalid_format' ? NO_INSTANT : undefined),
    })
    .refine((value) => value >= '1900' && value < '2200', 'is out of range')
    .register(kinds, { kind: 'instant' })
/** The id of a record of another resource. */
export const reference = () => integer(1)
export const tags = () => z.array(line(60)).max(50)
/** Pages of the website that carry their own SEO record and hero. */
export const pageKeys = [
  'home',
  'about',
  'services',
  'projects',
  'investment',
  'blog',
  'gallery',
  'contact',
] as const
export const pageKey = () => z.enum(pageKeys)

type Optional<T extends z.ZodType> = z.ZodOptional<z.ZodNullable<T>>

/** A field in both languages, the primary one required. */
export function required<const Name extends string, T extends z.ZodType>(name: Name, field: T) {
  const shape = { [name]: field, [`${name}_en`]: field.nullish() }
  return shape as { [Key in Name]: T } & { [Key in `${Name}_en`]: Optional<T> }
}

/** Optional fields in both languages; null clears one. */
export function optional<const Name extends string, T extends z.ZodType>(name: Name, field: T) {
  const shape = { [name]: field.nullish(), [`${name}_en`]: field.nullish() }
  return shape as { [Key in Name | `${Name}_en`]: Optional<T> }
}

/** An optional image with its alternative text in both languages. */
export function imageWithAlt<const Name extends string = 'image'>(name = 'image' as Name) {
  const alt = line(300).nullish()
  const shape = { [name]: image().nullish(), [`${name}_alt`]: alt, [`${name}_alt_en`]: alt }
  return shape as { [Key in Name]: Optional<ReturnType<typeof image>> } & {
    [Key in `${Name}_alt` | `${Name}_alt_en`]: Optional<ReturnType<typeof line>>
  }
}

/** A place on a map, in degrees; null clears it. */
export const coordinates = () => ({
  latitude: decimal(-90, 90).nullish(),
  longitude: decimal(-180, 180).nullish(),
})

function isImageUrl(value: string) {
  return isAllowedUrl(value) && !/^(?:mailto|tel):/i.test(value)
}
