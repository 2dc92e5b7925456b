// Notes what the file contains and the import leaves out.

import { createImageLibrary, MAX_CAPTION, mediaUrlsIn } from '../convert/image-library.ts'
import type { AddNote } from '../convert/import-notes.ts'
import { plainText } from '../convert/to-plain-text.ts'
import type { SiteLanguages } from '../read/site-languages.ts'
import type { Author, Term, WordPressExport } from '../read/wordpress-export.ts'
import type { ArticleToImport } from './article-records.ts'
import type { Categories } from './category-records.ts'
import { noteTextLosses } from './note-text-losses.ts'
import { bodiesOf, type TextRecord } from './text-records.ts'
import { readSlug } from './wordpress-slugs.ts'

type Records = {
  articles: readonly ArticleToImport[]
  /** The articles and all other records that are made of posts. */
  texts: readonly TextRecord[]
  authors: readonly Author[]
}
type Options = {
  media: boolean
  /** Whether accounts are made for the authors, and comments written to a file. */
  authors: boolean
  comments: boolean
  types: ReadonlyMap<string, string>
  languages: SiteLanguages
  categories: Categories
  skip: AddNote
  change: AddNote
}

export function noteLosses(source: WordPressExport, records: Records, options: Options) {
  if (options.media) noteAttachments(source, records, options)
  else noteMissingImages(source, records, options)
  noteAuthors(source, records, options)
  noteComments(source, options)
  noteTypes(source, options)
  noteReusableBlocks(source, options)
  for (const { title, description } of source.attachments)
    if (description !== '')
      options.skip('attachment descriptions', title, 'files have a caption and no description')
  noteTermLosses(source, options)
  const library = createImageLibrary(source)
  for (const text of records.texts) noteTextLosses(text, { ...options, library })
}

/** Notes the reusable blocks that no text shows. */
function noteReusableBlocks({ posts, pages, others }: WordPressExport, { skip }: Options) {
  const used = new Set(
    [...posts, ...pages, ...others].flatMap(({ content }) =>
      [...content.matchAll(/<!-- wp:block \{[^{}]*"ref":(\d+)/g)].map(([, id]) => Number(id)),
    ),
  )
  for (const { type, id, title } of others) {
    if (type === 'wp_block' && !used.has(id)) skip('reusable blocks', title, 'no text shows it')
  }
}

function noteAttachments(source: WordPressExport, records: Records, { skip, change }: Options) {
  const library = createImageLibrary(source)
  const used = new Set(
    records.texts.flatMap((text) => [
      text.image?.url,
      ...bodiesOf(text)
        .flatMap(mediaUrlsIn)
        .map((url) => library.find(url)?.url),
    ]),
  )
  for (const { title, alt, url } of source.attachments) {
    if (!used.has(url)) skip('attachments', title, 'not used as an image in any article or page')
    else if (Math.max(plainText(alt).length, plainText(title).length) > MAX_CAPTION)
      change('attachments', title, `alternative text or title shortened to ${MAX_CAPTION} characters`)
  }
}

function noteMissingImages({ attachments }: WordPressExport, records: Records, { skip, change }: Options) {
  for (const { resource, name, image } of records.texts) {
    if (image) change(resource, name, 'without its featured image')
  }
  if (attachments.length === 0) return
  const reason = 'images keep their addresses on the old site; import them with --media'
  skip('attachments', '', reason, attachments.length)
}

function noteAuthors(source: WordPressExport, { articles, authors }: Records, options: Options) {
  const own = new Set(authors.map(({ login }) => login))
  for (const { login, name } of source.authors)
    if (!own.has(login)) options.skip('authors', name || login, 'no article is theirs')
  if (options.authors) return
  const counts = Map.groupBy(articles, ({ author }) => author)
  const reason =
    'articles belong to the account that imports them; --authors makes an account for each author'
  for (const { login, name } of authors) {
    const count = counts.get(login)?.length ?? 0
    options.skip('authors', `${name || login} (${count} ${count === 1 ? 'article' : 'articles'})`, reason)
  }
}

function noteComments({ posts, pages, others }: WordPressExport, { comments, skip }: Options) {
  const count = [...posts, ...pages, ...others].reduce((sum, post) => sum + post.comments.length, 0)
  const reason = comments
    ? 'Frontage has no comments; they are in the file of --comments'
    : 'Frontage has no comments; --comments FILE writes them to a file'
  if (count > 0) skip('comments', '', reason, count)
}

/** Types of WordPress itself that hold no content of their own. */
const INTERNAL = new Set([
  'wp_block',
  'wp_template',
  'wp_template_part',
  'wp_global_styles',
  'wp_navigation',
  'wp_font_family',
  'wp_font_face',
  'custom_css',
  'customize_changeset',
  'oembed_cache',
  'revision',
])

function noteTypes({ others }: WordPressExport, { types, skip }: Options) {
  for (const [type, items] of Map.groupBy(others, ({ type }) => type)) {
    if (types.has(type) || type === 'wp_block') continue
    const hint = type && !INTERNAL.has(type) ? `; --map ${type}=RESOURCE imports it` : ''
    skip(type || 'items without a type', '', `Frontage has no such resource${hint}`, items.length)
  }
}

/** Taxonomies in which WordPress and plugins for languages keep something else. */
const INTERNAL_TAXONOMIES = new Set([
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

/** Notes what the file says about categories, tags and other terms and the records have no place for. */
function noteTermLosses(source: WordPressExport, options: Options) {
  noteCategories(source, options)
  noteTags(source, options)
  const used = new Set(
    [...source.posts, ...source.pages, ...source.others].flatMap(({ terms }) =>
      terms.map(({ taxonomy, slug }) => `${taxonomy} ${readSlug(slug)}`),
    ),
  )
  for (const term of source.terms) {
    const { taxonomy, slug } = term
    if (INTERNAL_TAXONOMIES.has(taxonomy) || used.has(`${taxonomy} ${readSlug(slug)}`)) continue
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
