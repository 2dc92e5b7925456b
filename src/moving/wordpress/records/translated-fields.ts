// The two texts of a field of the import: in the primary language and in English.
import { type FurtherField, fieldIn, type Translated } from '../../../text/content-language.ts'
import type { Post } from '../read/wordpress-export.ts'
import type { PostTexts } from './select-posts.ts'

/** Fields that are absent where they have no text. */
export type Texts<Name extends string, Value> = Partial<Translated<Name, Value>>

/** The same without the fields of the primary language, which are required. */
export type FurtherTexts<Name extends string, Value> = { [Key in FurtherField<Name>]?: Value }

/** The field of a name with the text in English. */
export const inEnglish = <const Name extends string>(name: Name) => fieldIn(name, { key: 'en' })

/** Both values, without those that are null. */
export function translated<const Name extends string, Value>(
  name: Name,
  primary: Value | null,
  english: Value | null,
): Texts<Name, Value> {
  const fields: Record<string, Value> = {}
  if (primary !== null) fields[name] = primary
  if (english !== null) fields[inEnglish(name)] = english
  return fields as Texts<Name, Value>
}

/** Calls `read` for the text in each language; a post that exists only in English has no primary text. */
export function translatedFrom<const Name extends string, Value>(
  name: Name,
  { post, english }: PostTexts,
  read: (post: Post) => Value | null,
): Texts<Name, Value> {
  return translated(name, post === english ? null : read(post), english && read(english))
}
