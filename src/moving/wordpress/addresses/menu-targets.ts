// The places on the new site that the items of WordPress's menus lead to.

import type { SiteLanguages } from '../read/site-languages.ts'
import type { WordPressExport } from '../read/wordpress-export.ts'
import type { Tags } from '../records/article-tags.ts'
import type { Categories } from '../records/category-records.ts'
import type { FindTarget, MenuTarget } from '../records/menu-records.ts'
import type { PostTexts } from '../records/select-posts.ts'
import {
  englishNameOf,
  type FurtherTexts,
  inEnglish,
  TEXT_RESOURCES,
  type TextRecord,
} from '../records/text-records.ts'
import { newLinkOf } from './body-links.ts'
import type { AddressBook } from './old-addresses.ts'

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
    if (type !== 'custom' || !/^(?:https?:)?\/\//i.test(url) || !book.isOwn(url, '')) return undefined
    const path = newLinkOf(url, { book, from: '' })
    if (path === null) return undefined
    const isEnglish = /[?&]lang=en\b/.test(path)
    const withoutLanguage = path.replace(/([?&])lang=en(?:&|\b)/, '$1').replace(/[?&](?=#|$)/, '')
    return {
      path: withoutLanguage,
      label: '',
      labelInEnglish: null,
      isEnglish: isEnglish && languages.isMultilingual,
    }
  }
}

function postTargets({ texts }: Options): ReadonlyMap<number, MenuTarget> {
  const targets = new Map<number, MenuTarget>()
  const add = ({ post, english }: PostTexts, target: Omit<MenuTarget, 'isEnglish'>) => {
    targets.set(post.id, { ...target, isEnglish: post === english })
    if (english && english !== post) targets.set(english.id, { ...target, isEnglish: true })
  }
  for (const text of texts) {
    const { path } = TEXT_RESOURCES[text.resource]
    if (path === null) continue
    const labels = { label: text.name, labelInEnglish: englishNameOf(text) }
    add(text.texts, { path: `${path}${text.record.slug}`, ...labels })
  }
  return targets
}

const labelsOf = (record: { title: string } & FurtherTexts<'title', string>) => ({
  label: record.title,
  labelInEnglish: record[inEnglish('title')] ?? null,
})

function termTargets(source: WordPressExport, { categories, tags, languages }: Options) {
  const targets = new Map<string, MenuTarget>()
  const records = new Map(categories.records.map((record) => [record.slug, record]))
  for (const category of source.categories) {
    const record = records.get(categories.slugOf(category.slug) ?? '')
    if (!record) continue
    const isEnglish = languages.ofTerm(category) === 'en'
    const path = `/blog?category=${record.slug}`
    targets.set(`category ${category.id}`, { path, ...labelsOf(record), isEnglish })
  }
  for (const tag of source.tags) {
    const label = tags.nameOf(tag)
    const isEnglish = languages.ofTerm(tag) === 'en'
    const path = `/blog?tag=${encodeURIComponent(label)}`
    targets.set(`post_tag ${tag.id}`, { path, label, labelInEnglish: null, isEnglish })
  }
  return targets
}
