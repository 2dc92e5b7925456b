// Notes what the file says about categories, tags and other terms and the records have no place for.
import type { AddNote } from '../convert/import-notes.ts'
import { plainText } from '../convert/to-plain-text.ts'
import type { SiteLanguages } from '../read/site-languages.ts'
import type { Term, WordPressExport } from '../read/wordpress-export.ts'
import { readSlug } from './wordpress-slugs.ts'

type Options = { languages: SiteLanguages; skip: AddNote; change: AddNote }

/** Taxonomies in which WordPress and plugins for languages keep something else. */
const INTERNAL = new Set([
  'nav_menu',
  'link_category',
  'post_format',
  'wp_theme',
  'wp_template_part_area',
  'wp_pattern_category',
  'language',
  'term_language',
  'post_translations',
  'term_translations',
])
const LANGUAGE_FIELD = /^_wpml_import_/

export function noteTermLosses(source: WordPressExport, options: Options) {
  noteCategories(source, options)
  noteTags(source, options)
  const used = new Set(
    [...source.posts, ...source.pages, ...source.others].flatMap(({ terms }) =>
      terms.map(({ taxonomy, slug }) => `${taxonomy} ${readSlug(slug)}`),
    ),
  )
  for (const term of source.terms) {
    const { taxonomy, slug } = term
    if (INTERNAL.has(taxonomy) || used.has(`${taxonomy} ${readSlug(slug)}`)) continue
    options.skip(`terms of ${taxonomy}`, nameOf(term), 'Frontage has no such terms')
  }
}

function noteCategories({ categories }: WordPressExport, { languages, change }: Options) {
  const bySlug = new Map(categories.map((category) => [category.slug, category]))
  const byId = new Map(categories.map((category) => [category.id, category]))
  for (const category of categories) {
    // The record of a category and its translation has the name of this one.
    const main = byId.get(languages.translationOf(category, 'primary') ?? 0) ?? category
    const parent = main === category ? bySlug.get(category.parent) : undefined
    if (parent) {
      const reason = `no longer below “${nameOf(parent)}”: categories have no levels`
      change('article-categories', nameOf(category), reason)
    }
    const fields = fieldsOf(category)
    if (fields.length > 0) change('article-categories', nameOf(main), `fields left out: ${fields.join(', ')}`)
  }
}

function noteTags({ tags, posts, others }: WordPressExport, { languages, skip }: Options) {
  const used = new Set([...posts, ...others].flatMap((post) => post.tags.map(({ slug }) => readSlug(slug))))
  const byId = new Map(tags.map((tag) => [tag.id, tag]))
  for (const tag of tags) {
    const main = byId.get(languages.translationOf(tag, 'primary') ?? 0)
    if (!used.has(readSlug(tag.slug))) skip('tags', nameOf(tag), 'no article has it')
    else if (main && main !== tag)
      skip('tags', nameOf(tag), 'a translation: articles name a tag in the primary language')
    if (plainText(tag.description) !== '')
      skip('tag descriptions', nameOf(tag), 'tags are words without descriptions')
    const fields = fieldsOf(tag)
    if (fields.length > 0) skip('tag fields', nameOf(tag), `left out: ${fields.join(', ')}`)
  }
}

const fieldsOf = ({ metadata }: Term) =>
  [...metadata]
    .filter(([key, value]) => !LANGUAGE_FIELD.test(key) && value !== '')
    .map(([key]) => key)
    .sort()
const nameOf = ({ name, slug }: Term) => plainText(name) || slug
