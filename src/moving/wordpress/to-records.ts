// Imports a WordPress site: read/ makes an export of a file or a live site, this file converts it to records with convert/,
// records/ and addresses/, send/ sends them, and report/ says what became of them. Deterministic for the same file.

import { changeRecordLinks } from './addresses/body-links.ts'
import { type AddressBases, collectAddresses } from './addresses/collect-addresses.ts'
import { createFindTarget } from './addresses/menu-targets.ts'
import type { AddressBook } from './addresses/old-addresses.ts'
import { toRedirects } from './addresses/redirect-records.ts'
import { createConverter } from './convert/convert-content.ts'
import { readElementorData } from './convert/elementor-data.ts'
import { createImageLibrary } from './convert/image-library.ts'
import { type AddNote, addTo, type ImportNote } from './convert/import-notes.ts'
import { collectShortened, plainText } from './convert/to-plain-text.ts'
import type { SiteRecords } from './converted-site.ts'
import { readLanguages, type SiteLanguages } from './read/site-languages.ts'
import type { Author, Post, WordPressExport } from './read/wordpress-export.ts'
import { type ArticleToImport, toArticle } from './records/article-records.ts'
import { createTags } from './records/article-tags.ts'
import { toCategories } from './records/category-records.ts'
import { MAPPED_RESOURCES, type MappedRecord, type TypeMap, toMappedRecord } from './records/custom-types.ts'
import { toGalleryRecords } from './records/gallery-records.ts'
import { type MenuChoice, toMenuRecords } from './records/menu-records.ts'
import { noteLosses } from './records/note-losses.ts'
import { inHierarchy, toPage } from './records/page-records.ts'
import { isPast, titleOf } from './records/post-fields.ts'
import type { RecordContext } from './records/read-head.ts'
import { selectArticles, selectPublic } from './records/select-posts.ts'
import { seoFieldsOf } from './records/seo-fields.ts'
import { toSettings } from './records/settings-record.ts'
import { isPublic, postsOf, type TextRecord } from './records/text-records.ts'
import { noteShortened } from './report/note-shortened.ts'

export type RecordOptions = {
  now: Date
  /** The tag of the primary language (BCP 47). */
  language: string
  /** Empty for the menu with the most items. */
  menus: readonly MenuChoice[]
  /** Whether images are imported too. */
  media: boolean
  /** Whether links in texts keep their addresses on the old site. */
  keepLinks: boolean
  bases: AddressBases
  types: TypeMap
  /** Whether accounts are made for the authors. */
  authors: boolean
  /** Whether comments are written to a file. */
  comments: boolean
}

/** Throws ExportError if the file has no menu with a given name. */
export function toRecords(original: WordPressExport, options: RecordOptions): SiteRecords {
  const { result, shortened } = collectShortened(() => convert(original, options))
  noteShortened(result, shortened, addTo(result.changed))
  return result
}

function convert(original: WordPressExport, options: RecordOptions): SiteRecords {
  const { now, language } = options
  const notes = { skipped: [] as ImportNote[], changed: [] as ImportNote[], deadLinks: [] as ImportNote[] }
  const skip = addTo(notes.skipped)
  const change = addTo(notes.changed)
  const source = withMappedTypes(withElementorContent(original), options.types)
  const languages = readLanguages(source, language)
  const selection = { languages, skip, change, now }
  const categories = toCategories(source, languages, skip)
  const tags = createTags({ source, categories, languages })
  const converter = createConverter(source, change)
  const context: RecordContext = {
    categories,
    tags,
    library: createImageLibrary(source),
    convertContent: converter.convertContent,
    seoOf: createSeoReader(source, languages),
    change,
  }
  const articles = selectArticles(source, selection).map((entry) => toArticle(entry, context))
  const pages = inHierarchy(
    selectPublic(source.pages, { ...selection, kind: 'pages', prefix: 'page' }).map((entry) =>
      toPage(entry, context),
    ),
    change,
  )
  const mapped = toMapped(source, { ...options, ...selection, context })
  const texts: TextRecord[] = [...articles, ...pages, ...mapped]
  const isVisible = (text: TextRecord) =>
    isPublic(text) && (text.resource !== 'articles' || isPast(text.record.published_at as string, now))
  const book = collectAddresses(source, {
    ...options,
    articles,
    pages,
    texts,
    categories,
    tags,
    languages,
    isVisible,
  })
  const visible = texts.filter(isVisible)
  const findTarget = createFindTarget(source, { texts: visible, categories, tags, languages, book })
  const records = {
    categories: categories.records,
    articles,
    pages,
    mapped,
    menu: toMenuRecords(source.menuItems, { choices: options.menus, findTarget, skip }),
    redirects: toRedirects(book, { sentAway: sentAway([...articles, ...pages], context), skip }),
    settings: toSettings(source, languages),
    gallery: toGalleryRecords(visible, {
      attachments: source.attachments,
      library: context.library,
      picturesOf: converter.picturesOf,
      change,
    }),
    authors: authorsOf(source, articles),
    moved: movedRecords(book, texts),
  }
  const linkOptions = { book, keep: options.keepLinks, change, dead: addTo(notes.deadLinks) }
  for (const text of texts) changeRecordLinks(text, linkOptions)
  noteLosses(source, { ...records, texts }, { ...options, languages, categories, skip, change })
  return { ...records, ...notes }
}

/** The export with the content of pages that Elementor stores as data. */
const withElementorContent = (source: WordPressExport): WordPressExport => ({
  ...source,
  posts: source.posts.map(readElementorData),
  pages: source.pages.map(readElementorData),
  others: source.others.map(readElementorData),
})

/** The export with the post types that become articles or pages among the posts or pages. */
function withMappedTypes(source: WordPressExport, types: TypeMap): WordPressExport {
  const ofTarget = (target: string) => source.others.filter(({ type }) => types.get(type) === target)
  return {
    ...source,
    posts: [...source.posts, ...ofTarget('articles')],
    pages: [...source.pages, ...ofTarget('pages')],
    others: source.others.filter(({ type }) => !['articles', 'pages'].includes(types.get(type) ?? '')),
  }
}

type Mapping = {
  types: TypeMap
  languages: SiteLanguages
  skip: AddNote
  change: AddNote
  now: Date
  context: RecordContext
}

function toMapped({ others }: WordPressExport, { types, context, ...selection }: Mapping): MappedRecord[] {
  const byResource = Map.groupBy(others, ({ type }) => types.get(type))
  return MAPPED_RESOURCES.flatMap((resource) => {
    const posts = byResource.get(resource) ?? []
    return selectPublic(posts, { ...selection, kind: resource, prefix: 'item' }).flatMap((entry) => {
      const record = toMappedRecord(resource, entry, context)
      if (!record)
        selection.skip(resource, titleOf(entry.post), 'it has no text, which the resource requires')
      return record ?? []
    })
  })
}

/** Reads what plugins for search engines say about a post. */
function createSeoReader(source: WordPressExport, languages: SiteLanguages) {
  const authors = new Map(source.authors.map(({ login, name }) => [login, name]))
  const siteName = plainText(source.title)
  const tagline = plainText(source.tagline)
  return (post: Post) => {
    const { language } = languages.ofPost(post)
    const translate = (text: string) =>
      language === 'other' ? text : (languages.translate(text, language) ?? text)
    return seoFieldsOf(post, {
      title: titleOf(post),
      siteName: translate(siteName),
      tagline: translate(tagline),
      category: plainText(post.categories[0]?.name ?? ''),
      author: authors.get(post.author) ?? '',
    })
  }
}

function sentAway(records: readonly TextRecord[], { seoOf }: RecordContext) {
  const posts = records.flatMap(({ texts }) => postsOf(texts))
  return posts.flatMap((post) => {
    const to = seoOf(post).redirect
    return to === null ? [] : [{ post, to }]
  })
}

function authorsOf({ authors }: WordPressExport, articles: readonly ArticleToImport[]): Author[] {
  const logins = new Set(articles.map(({ author }) => author))
  return authors.filter(({ login }) => logins.has(login))
}

const movedRecords = (book: AddressBook, records: readonly TextRecord[]): SiteRecords['moved'] =>
  records.flatMap(({ texts }) =>
    postsOf(texts).flatMap(({ link }) => {
      const place = link === '' ? null : book.find(link, '')
      return place ? [{ from: link, place }] : []
    }),
  )
