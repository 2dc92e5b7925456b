// The field types of the resources' input schemas: zod types, some with a kind that tells a write how to convert the value.
// No defaults and no object-level refinements: zod would apply them to PATCH as well. Defaults live in the columns.

import { z } from 'zod'
import { splitAddresses } from '../../mail/split-addresses.ts'
import { isAllowedUrl } from '../../platform/security/sanitize-rich-text.ts'
import {
  type FurtherField,
  fieldInAll,
  furtherFields,
  type Translated,
  withValue,
} from '../../text/content-language.ts'
import { emailAddress, isEmailAddress } from '../../text/email-address.ts'
import { coded } from '../../text/field-issues.ts'
import { INT4_MAX } from '../../text/record-id.ts'
import { isDocumentUrl } from '../../text/rich-text-allow-list.ts'
import { pageKeys } from '../../text/site-pages.ts'
import { isStorable } from '../../text/storable.ts'
import { IN_YEARS, STORABLE } from '../../text/text-fields.ts'
import { canonicalSource } from '../site-path.ts'

/** The conversion of a field's value on write; see `toStored` in parse-record.ts. */
export type FieldKind = 'rich' | 'link' | 'image' | 'instant'

const kinds = z.registry<{ kind: FieldKind }>()

/** The input that suits a field, where its zod type does not tell; `target` is the resource that a reference points to. */
type FieldFormat =
  | { format: 'line' | 'slug' | 'path' | 'email' | 'color' | 'icon' | 'tags' }
  | { format: 'reference'; target: string }

const formats = z.registry<FieldFormat>()

/** The kind of a field, also inside `optional` and `nullable`. */
export function kindOf(field: z.ZodType): FieldKind | null {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable)
    return kindOf(field.unwrap() as z.ZodType)
  return kinds.get(field)?.kind ?? null
}

/** The format of a field that is neither optional nor nullable, or null. */
export const formatOf = (field: z.ZodType): FieldFormat | null => formats.get(field) ?? null

/** Plain text with line breaks. */
export const text = (max = 5_000) =>
  z
    .string()
    .max(max)
    .refine(...STORABLE)
/** One line of plain text; must not be blank. */
export const line = (max = 300) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine(...STORABLE)
    .register(formats, { format: 'line' })
/** The name of an icon, such as `truck`. Any name, for sites that show other icons than the Lucide ones. */
export const icon = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine(...STORABLE)
    .register(formats, { format: 'icon' })
/** Characters of a rich text, before and after sanitizing. */
export const MAX_RICH_TEXT = 500_000
/** HTML, sanitized on write. */
export const rich = () =>
  z
    .string()
    .max(MAX_RICH_TEXT)
    .refine(...STORABLE)
    .register(kinds, { kind: 'rich' })
/** An http, https, mailto, tel or relative URL. An empty string is stored as null. */
export const link = () =>
  z
    .string()
    .trim()
    .max(2_048)
    .refine(
      (value) => value === '' || (isStorable(value) && isAllowedUrl(value)),
      coded('invalid_url', 'must be an http, https, mailto or tel URL, or a relative link'),
    )
    .register(kinds, { kind: 'link' })
/** An http, https or relative URL. An absolute URL of the site's own media is stored relative. */
export const image = () =>
  z
    .string()
    .trim()
    .max(2_048)
    .refine(
      (value) => value === '' || (isStorable(value) && isImageUrl(value)),
      coded('invalid_url', 'must be an http or https URL, or a relative path'),
    )
    .refine(
      (value) => !isDocumentUrl(value),
      coded('not_an_image', 'must be the URL of an image; a PDF can be linked to instead'),
    )
    .register(kinds, { kind: 'image' })
const INVALID_SLUG = 'must consist of letters and digits, separated by single hyphens'
/** Letters, digits and marks of any script, separated by single hyphens. */
export const slug = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .normalize('NFC')
    .max(200)
    .regex(/^(?=.*[\p{L}\p{N}])[\p{L}\p{N}\p{M}\u200c]+(?:-[\p{L}\p{N}\p{M}\u200c]+)*$/u, INVALID_SLUG)
    .register(formats, { format: 'slug' })
/**
 * A path of this site, optionally with one query parameter, in its canonical form, so that differently encoded spellings
 * are equal. The limit applies to that form: 800 characters of three bytes fit into a unique index of Postgres (2704
 * bytes).
 */
export const redirectSource = () =>
  z
    .string()
    .trim()
    .overwrite((value) => canonicalSource(value) ?? value)
    .max(800)
    .refine(
      (value) => canonicalSource(value) !== null,
      coded(
        'invalid_path',
        'must be a path of this site, such as /about, or with one parameter, such as /?p=123',
      ),
    )
    .register(formats, { format: 'path' })
export const email = () => emailAddress().register(formats, { format: 'email' })
/** Email addresses, separated as people do; see `splitAddresses`. */
export const emailList = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .refine(
      (value) => splitAddresses(value).every(isEmailAddress),
      coded('invalid_format', 'must be email addresses, separated by commas'),
    )
    .register(formats, { format: 'email' })
export const color = () =>
  z
    .string()
    .regex(/^#(?:[0-9a-f]{3}){1,2}$/i, 'must be a hex colour, such as #0f4c5c')
    .register(formats, { format: 'color' })
export const flag = () => z.boolean()
export const integer = (min = 0, max = INT4_MAX) => z.int().min(min).max(max)
export const decimal = (min: number, max: number) => z.number().min(min).max(max)
const INVALID_INSTANT = 'must be a date and time with an offset from UTC, such as 2026-08-03T10:15:00Z'
/** A date and time by RFC 3339 with an offset, in the years 1900 to 2199. */
export const instant = () =>
  z.iso
    .datetime({
      offset: true,
      abort: true,
      error: ({ code }) => (code === 'invalid_format' ? INVALID_INSTANT : undefined),
    })
    .refine(...IN_YEARS)
    .register(kinds, { kind: 'instant' })
/** The id of a record of the resource `target`, or of an account (`users`). */
export const reference = (target: string) => integer(1).register(formats, { format: 'reference', target })
export const tags = () => z.array(line(60)).max(50).register(formats, { format: 'tags' })
export const pageKey = () => z.enum(pageKeys)

type Optional<T extends z.ZodType> = z.ZodOptional<z.ZodNullable<T>>

/** A field in all languages; required in the primary one. */
export function required<const Name extends string, T extends z.ZodType>(name: Name, field: T) {
  const shape = { [name]: field, ...withValue(furtherFields(name), field.nullish()) }
  return shape as { [Key in Name]: T } & { [Key in FurtherField<Name>]: Optional<T> }
}

/** An optional field in all languages; null clears it. */
export const optional = <const Name extends string, T extends z.ZodType>(name: Name, field: T) =>
  withValue(fieldInAll(name), field.nullish()) as Translated<Name, Optional<T>>

/** An optional image with alternative text in all languages. */
export function imageWithAlt<const Name extends string = 'image'>(name = 'image' as Name) {
  const shape = { [name]: image().nullish(), ...optional(`${name}_alt`, line(300)) }
  return shape as { [Key in Name]: Optional<ReturnType<typeof image>> } & Translated<
    `${Name}_alt`,
    Optional<ReturnType<typeof line>>
  >
}

/** An optional location in degrees. */
export const coordinates = () => ({
  latitude: decimal(-90, 90).nullish(),
  longitude: decimal(-180, 180).nullish(),
})

function isImageUrl(value: string) {
  return isAllowedUrl(value) && !/^(?:mailto|tel):/i.test(value)
}
