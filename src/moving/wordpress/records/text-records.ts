// The records of each resource that an export is made into. This file has what those that are made of posts have in common:
// articles, pages, and those of the post types that `--map` names.
import {
  type FurtherField,
  fieldIn,
  fieldInAll,
  type LanguageKey,
  languageKeys,
  type Translated,
} from '../../../text/content-language.ts'
import type { ImageSource } from '../convert/image-library.ts'
import type { Post } from '../read/wordpress-export.ts'

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

/** The texts of one record, the primary language first. `post` is the first of them, which names the record. */
export type PostTexts = { post: Post; inLanguages: ReadonlyMap<LanguageKey, Post> }

export type TextRecord = {
  resource: TextResource
  name: string
  /** The featured image on the old site, and its alternative text in languages other than the primary one. */
  image: ImageSource | null
  furtherAlts: FurtherTexts<'image_alt', string>
  texts: PostTexts
  record: Record<string, unknown>
  /** The slug of the record above it. */
  parent?: string | null
}

/** The post that names the record, and its translations. */
export const postsOf = ({ inLanguages }: PostTexts) => [...inLanguages.values()]

/** The posts by language, without the one that names the record. */
export const translationsOf = ({ post, inLanguages }: PostTexts): Omit<PostTexts, 'post'> => ({
  inLanguages: new Map([...inLanguages].filter(([, text]) => text !== post)),
})

/** The HTML of both languages. */
export function bodiesOf({ resource, record }: Pick<TextRecord, 'resource' | 'record'>): string[] {
  const { body } = TEXT_RESOURCES[resource]
  const bodies = body === null ? [] : fieldInAll(body).map((name) => record[name])
  return bodies.filter((html) => typeof html === 'string')
}

/** The texts that a record has in this field, by language. */
export const textsOf = (record: object, field: string): ReadonlyMap<LanguageKey, string> =>
  new Map(
    languageKeys.flatMap((key) => {
      const text = (record as Record<string, unknown>)[fieldIn(field, { key })]
      return typeof text === 'string' ? [[key, text] as const] : []
    }),
  )

export const namesOf = ({ resource, record }: TextRecord) => textsOf(record, TEXT_RESOURCES[resource].name)

/** Whether its page can be seen, now or at the time it is scheduled for. Only articles have drafts. */
export const isPublic = ({ resource, record }: TextRecord) =>
  resource !== 'articles' || (record.status === 'published' && record.published_at !== null)

/** Fields that are absent where they have no text. */
export type Texts<Name extends string, Value> = Partial<Translated<Name, Value>>

/** The same without the fields of the primary language, which are required. */
export type FurtherTexts<Name extends string, Value> = { [Key in FurtherField<Name>]?: Value }

/** The field in each language for which `read` has a value. */
export function translatedFrom<const Name extends string, Source, Value>(
  name: Name,
  { inLanguages }: { inLanguages: ReadonlyMap<LanguageKey, Source> },
  read: (source: Source) => Value | null,
): Texts<Name, Value> {
  const fields: Record<string, Value> = {}
  for (const [key, source] of inLanguages) {
    const value = read(source)
    if (value !== null) fields[fieldIn(name, { key })] = value
  }
  return fields as Texts<Name, Value>
}
