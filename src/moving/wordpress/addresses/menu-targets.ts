// The places on the new site that the items of WordPress's menus lead to.

import type { SiteLanguages } from '../read/site-languages.ts'
import type { WordPressExport } from '../read/wordpress-export.ts'
import type { ArticleRecord, ArticleToImport } from '../records/article-records.ts'
import type { Tags } from '../records/article-tags.ts'
import type { Categories } from '../records/category-records.ts'
import type { FindTarget, MenuTarget } from '../records/menu-records.ts'
import { namesOf, TEXT_RESOURCES, type TextRecord, textsOf } from '../records/text-records.ts'
import { newLinkOf } from './body-links.ts'
import { type AddressBook, canonicalPath, languageOfPath } from './old-addresses.ts'
import { OWN_PAGES } from './redirect-records.ts'

type Options = {
  /** The public ones. */
  texts: readonly TextRecord[]
  categories: Categories
  tags: Tags
  languages: SiteLanguages
  book: AddressBook
}

export function createFindTarget(source: WordPressExport, options: Options): FindTarget {
  const { book, languages } = options
  const posts = postTargets(options)
  const terms = termTargets(source, options)
  return ({ type, object, objectId, url }) => {
    if (type === 'post_type') return posts.get(objectId)
    if (type === 'taxonomy') return terms.get(`${object} ${objectId}`)
    if (type !== 'custom' || !/^(?:(?:https?:)?\/\/|\/)/i.test(url) || !book.isOwn(url, '')) return undefined
    const path = newLinkOf(url, { book, from: '' }) ?? ownPageOf(url)
    if (path === null) return undefined
    const language = languageOfPath(path)
    const withoutLanguage = path
      .replace(`lang=${language}`, '')
      .replace(/([?&])&/, '$1')
      .replace(/[?&](?=#|$)/, '')
    return {
      path: withoutLanguage,
      labels: new Map(),
      language: languages.isMultilingual ? language : 'primary',
    }
  }
}

/** A page that every site has, such as `/contact`. */
function ownPageOf(url: string): string | null {
  const target = URL.parse(url, 'https://site.invalid')
  const path = canonicalPath(target?.pathname ?? '')
  return path !== null && OWN_PAGES.test(path) ? path + target!.search + target!.hash : null
}

function postTargets({ texts }: Options): ReadonlyMap<number, MenuTarget> {
  const targets = new Map<number, MenuTarget>()
  for (const text of texts) {
    const { path } = TEXT_RESOURCES[text.resource]
    if (path === null) continue
    const target = { path: `${path}${text.record.slug}`, labels: namesOf(text) }
    for (const [language, post] of text.texts.inLanguages) targets.set(post.id, { ...target, language })
  }
  return targets
}

/** Only terms of texts that can be seen: the list of any other is a 404. */
function termTargets(source: WordPressExport, { texts, categories, tags, languages }: Options) {
  const usedCategories = new Set(texts.map((text) => (text as Partial<ArticleToImport>).category))
  const usedTags = new Set(texts.flatMap(({ record }) => (record as Partial<ArticleRecord>).tags ?? []))
  const targets = new Map<string, MenuTarget>()
  const languageOf = (term: Parameters<SiteLanguages['ofTerm']>[0]) => {
    const language = languages.ofTerm(term)
    return language === 'other' ? 'primary' : language
  }
  const records = new Map(categories.records.map((record) => [record.slug, record]))
  for (const category of source.categories) {
    const record = records.get(categories.slugOf(category.slug) ?? '')
    if (!record) continue
    // Further categories of an article are tags.
    const tag = tags.nameOf(category)
    const isCategory = usedCategories.has(record.slug)
    if (!isCategory && !usedTags.has(tag)) continue
    targets.set(`category ${category.id}`, {
      path: isCategory ? `/blog?category=${record.slug}` : `/blog?tag=${encodeURIComponent(tag)}`,
      labels: textsOf(record, 'title'),
      language: languageOf(category),
    })
  }
  for (const tag of source.tags) {
    const label = tags.nameOf(tag)
    if (!usedTags.has(label)) continue
    targets.set(`post_tag ${tag.id}`, {
      path: `/blog?tag=${encodeURIComponent(label)}`,
      labels: new Map([['primary', label]]),
      language: languageOf(tag),
    })
  }
  return targets
}
