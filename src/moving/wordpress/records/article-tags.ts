// An article has one list of tags for both languages: the tags of the text in the primary language.

import { plainText, truncate } from '../convert/to-plain-text.ts'
import type { SiteLanguages } from '../read/site-languages.ts'
import type { Post, TermReference, WordPressExport } from '../read/wordpress-export.ts'
import type { Categories } from './category-records.ts'
import { type PostTexts, translationsOf } from './text-records.ts'
import { readSlug } from './wordpress-slugs.ts'

const MAX_TAGS = 50
const MAX_TAG_LENGTH = 60

export type ArticleTags = {
  tags: string[]
  /** The number of tags beyond the limit. */
  dropped: number
  /** Tags of the translations that are no translations of these. */
  untranslated: string[]
}

export type Tags = {
  /** `category` is the slug of the article's category; the other categories of the post become tags. */
  of(texts: PostTexts, category: string | null): ArticleTags
  /** The name of a tag as articles have it: in the primary language if it has a translation. */
  nameOf(tag: TermReference): string
}

type Options = {
  source: Pick<WordPressExport, 'tags'>
  categories: Categories
  languages: SiteLanguages
}

export function createTags({ source, categories, languages }: Options): Tags {
  const bySlug = new Map(source.tags.map((tag) => [readSlug(tag.slug), tag]))
  const byId = new Map(source.tags.map((tag) => [tag.id, tag]))
  const nameOf = (tag: TermReference) => {
    const term = bySlug.get(readSlug(tag.slug))
    const id = term ? languages.translationOf(term, 'primary') : null
    return nameIn((id !== null && byId.get(id)) || tag)
  }
  const namesOf = (post: Post, category: string | null) => {
    const others = post.categories.filter(({ slug }) => categories.slugOf(slug) !== category)
    const byKey = new Map<string, string>()
    for (const name of [...post.tags.map(nameOf), ...others.map(nameIn)]) {
      if (name && !byKey.has(name.toLowerCase())) byKey.set(name.toLowerCase(), name)
    }
    return [...byKey.values()]
  }
  return {
    nameOf,
    of(texts, category) {
      const own = namesOf(texts.post, category)
      const tags = own.slice(0, MAX_TAGS)
      const known = new Set(tags.map((tag) => tag.toLowerCase()))
      const others = [...translationsOf(texts).inLanguages.values()]
        .flatMap((translation) => translation.tags)
        .filter((tag) => !known.has(nameOf(tag).toLowerCase()))
      return { tags, dropped: own.length - tags.length, untranslated: others.map(nameIn) }
    },
  }
}

const nameIn = ({ name }: Pick<TermReference, 'name'>) => truncate(plainText(name), MAX_TAG_LENGTH)
