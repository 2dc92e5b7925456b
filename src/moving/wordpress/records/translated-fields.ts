// The two texts of a field, as `name` and `name_en`.

import type { Post } from '../read/wordpress-export.ts'
import type { PostTexts } from './select-posts.ts'

export type Translated<Name extends string, Value> = { [Key in Name | `${Name}_en`]?: Value }

/** Both values, without those that are null. */
export function translated<const Name extends string, Value>(
  name: Name,
  primary: Value | null,
  english: Value | null,
): Translated<Name, Value> {
  const fields: Record<string, Value> = {}
  if (primary !== null) fields[name] = primary
  if (english !== null) fields[`${name}_en`] = english
  return fields as Translated<Name, Value>
}

/** Calls `read` for the text in each language; a post that exists only in English has no primary text. */
export function translatedFrom<const Name extends string, Value>(
  name: Name,
  { post, english }: PostTexts,
  read: (post: Post) => Value | null,
): Translated<Name, Value> {
  return translated(name, post === english ? null : read(post), english && read(english))
}
