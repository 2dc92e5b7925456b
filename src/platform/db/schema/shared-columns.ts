// Column groups shared by the tables: columns of every record, and texts in all languages. Property names equal
// column names, so a row already has the shape of the JSON response.
import { boolean, doublePrecision, integer, text, timestamp } from 'drizzle-orm/pg-core'
import {
  type FieldIn,
  type FurtherField,
  fieldInAll,
  type Translated,
} from '../../../text/content-language.ts'

export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

const lifecycle = () => ({
  version: integer().notNull().default(1),
  created_at: instant().notNull().defaultNow(),
  updated_at: instant().notNull().defaultNow(),
})

/** Columns of every record of an unordered resource. */
export const record = () => ({ id: integer().primaryKey().generatedByDefaultAsIdentity(), ...lifecycle() })

/** Columns of every record of an ordered resource; read by (`position`, `id`). */
export const ordered = () => ({ ...record(), position: integer().notNull() })

/** For every resource with several records but articles, which have a status: editors see hidden ones, visitors do not. */
export const hidden = () => ({ hidden: boolean().notNull().default(false) })

/** For records with a page: the slug under which it was last visible; null if it never was. */
export const publicSlug = () => ({ public_slug: text() })

/** Columns of a singleton, whose only row is created by a migration with id 1. */
export const singleton = () => ({ id: integer().primaryKey().default(1), ...lifecycle() })

/** Optional texts in all languages. */
export function texts<const Name extends string>(...names: Name[]) {
  const columns = names.flatMap(fieldInAll).map((name) => [name, text()])
  return Object.fromEntries(columns) as Translated<Name, ReturnType<typeof nullableText>>
}

/** Optional whole numbers in all languages. */
export function counts<const Name extends string>(...names: Name[]) {
  const columns = names.flatMap(fieldInAll).map((name) => [name, integer()])
  return Object.fromEntries(columns) as Translated<Name, ReturnType<typeof nullableCount>>
}

/** A text that is required in the primary language and optional in the others. */
export function requiredText<const Name extends string>(name: Name) {
  const columns = { ...texts(name), [name]: text().notNull() }
  return columns as { [Key in Name]: ReturnType<typeof requiredColumn> } & {
    [Key in FurtherField<Name>]: ReturnType<typeof nullableText>
  }
}

/** An image as a relative URL, with alternative text in all languages. */
export function image<const Name extends string = 'image'>(name = 'image' as Name) {
  const columns = { [name]: text(), ...texts(`${name}_alt`) }
  return columns as { [Key in Name | FieldIn<`${Name}_alt`>]: ReturnType<typeof nullableText> }
}

/** A map position in degrees. */
export const coordinates = () => ({ latitude: doublePrecision(), longitude: doublePrecision() })

const nullableText = () => text()
const nullableCount = () => integer()
const requiredColumn = () => text().notNull()
