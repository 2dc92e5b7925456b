// The categories of the file, and those that only posts mention: an export of posts alone lists none. A category and its
// translation are one record.
import { languageKeys } from '../../../text/content-language.ts'
import type { AddNote } from '../convert/import-notes.ts'
import { plainText, truncate } from '../convert/to-plain-text.ts'
import type { Language, SiteLanguages } from '../read/site-languages.ts'
import type { Term, WordPressExport } from '../read/wordpress-export.ts'
import { type FurtherTexts, translatedFrom } from './text-records.ts'
import { readSlug } from './wordpress-slugs.ts'

export type CategoryRecord = {
  title: string
  slug: string
  description: string | null
} & FurtherTexts<'title' | 'description', string>

export type Categories = {
  records: CategoryRecord[]
  /** The slug of the record for a category of WordPress, or null. */
  slugOf(slug: string): string | null
  /** The same by id. */
  slugOfId(id: number): string | null
}

type Source = Pick<WordPressExport, 'categories' | 'posts'>

const OTHER_LANGUAGE = 'in a third language: Frontage has one language beside English'

export function toCategories(
  { categories, posts }: Source,
  languages: SiteLanguages,
  skip: AddNote,
): Categories {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const records = new Map<string, CategoryRecord>()
  const slugs = new Map<string, string>()
  /** The translation from which the record is made. */
  const mainOf = (category: Pick<Term, 'id'>, language: Language) => {
    const ids = (
      language === 'other' ? languageKeys : languageKeys.slice(0, languageKeys.indexOf(language))
    ).map((other) => languages.translationOf(category, other))
    return ids.flatMap((id) => (id === null ? [] : (byId.get(id) ?? [])))[0]
  }
  const add = (category: Pick<Term, 'id' | 'slug' | 'name' | 'description'>) => {
    const language = languages.ofTerm(category)
    const main = mainOf(category, language)
    if (main && main.id !== category.id) {
      slugs.set(readSlug(category.slug), readSlug(main.slug))
      return
    }
    // Its posts are not imported either.
    if (language === 'other') return skip('article-categories', titleIn(category), OTHER_LANGUAGE)
    const slug = readSlug(category.slug)
    if (!slug || slugs.has(slug)) return
    slugs.set(slug, slug)
    const inLanguages = new Map(
      languageKeys.flatMap((key) => {
        const found = key === language ? category : byId.get(languages.translationOf(category, key) ?? 0)
        return found ? [[key, found] as const] : []
      }),
    )
    records.set(slug, {
      title: titleIn(category) || slug,
      ...translatedFrom('title', { inLanguages }, (term) => titleIn(term) || null),
      slug,
      description: null,
      ...translatedFrom('description', { inLanguages }, descriptionIn),
    } as CategoryRecord)
  }
  for (const category of categories) add(category)
  for (const { slug, name } of posts.flatMap((post) => post.categories))
    add({ id: 0, slug, name, description: '' })
  const slugOf = (slug: string) => {
    const known = slugs.get(readSlug(slug))
    return known !== undefined && records.has(known) ? known : null
  }
  return {
    records: [...records.values()],
    slugOf,
    slugOfId: (id) => slugOf(byId.get(id)?.slug ?? ''),
  }
}

const titleIn = ({ name }: Pick<Term, 'name'>) => truncate(plainText(name), 300)
const descriptionIn = ({ description }: Pick<Term, 'description'>) =>
  truncate(plainText(description), 5_000) || null
