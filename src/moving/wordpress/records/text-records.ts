// The records of each resource that an export is made into. This file has what those that are made of posts have in common:
// articles, pages, and those of the post types that `--map` names.
import { type FurtherField, fieldIn, fieldInAll, type Translated } from '../../../text/content-language.ts'
import type { ImageSource } from '../convert/image-library.ts'
import type { Post } from '../read/wordpress-export.ts'
import type { PostTexts } from './select-posts.ts'

/** The field that names a record, the path of its page, and the field with its text. */
export const TEXT_RESOURCES = {
  articles: { name: 'title', path: '/blog/', body: 'content' },
  pages: { name: 'title', path: '/pages/', body: 'body' },
  projects: { name: 'title', path: '/projects/', body: 'body' },
  services: { name: 'title', path: '/services/', body: 'body' },
  testimonials: { name: 'author_name', path: null, body: null },
  team: { name: 'name', path: null, body: 'bio' },
  faqs: { name: 'question', path: null, body: 'answer' },
} as const

export type TextResource = keyof typeof TEXT_RESOURCES

export type TextRecord = {
  resource: TextResource
  name: string
  /** The featured image on the old site, and its alternative text in English. */
  image: ImageSource | null
  imageAltInEnglish: string | null
  texts: PostTexts
  record: Record<string, unknown>
  /** The slug of the record above it. */
  parent?: string | null
}

/** The post in the primary language, or the only one, and its translation. */
export const postsOf = ({ post, english }: PostTexts) =>
  english && english !== post ? [post, english] : [post]

/** The HTML of both languages. */
export function bodiesOf({ resource, record }: Pick<TextRecord, 'resource' | 'record'>): string[] {
  const { body } = TEXT_RESOURCES[resource]
  const bodies = body === null ? [] : fieldInAll(body).map((name) => record[name])
  return bodies.filter((html) => typeof html === 'string')
}

export function englishNameOf({ resource, record }: TextRecord): string | null {
  const name = record[inEnglish(TEXT_RESOURCES[resource].name)]
  return typeof name === 'string' ? name : null
}

/** Whether its page can be seen, now or at the time it is scheduled for. Only articles have drafts. */
export const isPublic = ({ resource, record }: TextRecord) =>
  resource !== 'articles' || (record.status === 'published' && record.published_at !== null)

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
