// All addresses of the old site: of posts, pages, archives, attachments and feeds. An export contains the addresses of its
// items; those of archives follow from the usual structure of WordPress.

import { fieldIn, type LanguageKey } from '../../../text/content-language.ts'
import { withoutQuery, withoutTrailingSlashes } from '../../../text/trim-end.ts'
import type { SiteLanguages } from '../read/site-languages.ts'
import type { Post, Term, TermReference, WordPressExport } from '../read/wordpress-export.ts'
import type { ArticleToImport } from '../records/article-records.ts'
import type { Tags } from '../records/article-tags.ts'
import type { Categories } from '../records/category-records.ts'
import type { PageToImport } from '../records/page-records.ts'
import {
  isPublic,
  type PostTexts,
  postsOf,
  TEXT_RESOURCES,
  type TextRecord,
} from '../records/text-records.ts'
import { readSlug } from '../records/wordpress-slugs.ts'
import { type AddressBook, createAddressBook, type Place, placeIn } from './old-addresses.ts'

export type AddressBases = {
  /** The first segment of the addresses of categories and tags: `category` in `/category/news/`. */
  category: string
  tag: string
  /** The posts on one page of an archive. */
  postsPerPage: number
}

type Options = {
  articles: readonly ArticleToImport[]
  pages: readonly PageToImport[]
  /** These and all other records that are made of posts. */
  texts: readonly TextRecord[]
  categories: Categories
  tags: Tags
  languages: SiteLanguages
  bases: AddressBases
  /** Whether it is public and not scheduled. */
  isVisible(text: TextRecord): boolean
}

const BLOG: Place = { to: '/blog', kind: 'blog', name: 'the list of articles', record: null }
const HOME: Place = { to: '/', kind: 'home', name: 'the home page', record: null }
/** Articles on one page of the blog (`src/website/render/pagination.ts`). */
const PER_PAGE = 12

const FEED: Place = { to: '/blog/feed.xml', kind: 'feed', name: 'the feed', record: null }
const SITEMAP: Place = { to: '/sitemap.xml', kind: 'sitemap', name: 'the sitemap', record: null }
/** The first files of WordPress's own sitemap, of Yoast, Rank Math and All in One SEO. */
const SITEMAPS = [
  ...['wp-sitemap', 'wp-sitemap-posts-post-1', 'wp-sitemap-posts-page-1', 'wp-sitemap-taxonomies-category-1'],
  ...['sitemap_index', 'post-sitemap', 'page-sitemap', 'category-sitemap'],
]
/** https://developer.wordpress.org/advanced-administration/wordpress/feeds/ */
const FEED_NAMES = ['', '/rss', '/rss2', '/rdf', '/atom']

export function collectAddresses(source: WordPressExport, options: Options): AddressBook {
  const all = [...source.posts, ...source.pages, ...source.others]
  const base = withoutTrailingSlashes(source.sites.find((site) => URL.canParse(site)) ?? originOf(all))
  const book = createAddressBook([...source.sites, ...all.map(({ link }) => link), base].filter(Boolean))
  if (base === '') return book
  const places = addRecords(book, base, options)
  /** The ends of the addresses of an archive with so many posts. Its further pages have no counterpart. */
  const pagesOf = (count: number) => [
    '',
    ...furtherPages(count, options.bases).map((page) => `/page/${page}`),
  ]
  addOtherLanguages(book, all, places, options)
  // The addresses of languages whose posts start with one: `/en/`.
  const prefixes = languagePrefixes(all, options.languages)
  for (const [prefix, language] of [['', 'primary'] as const, ...prefixes]) {
    const translate = (place: Place) => placeIn(place, language)
    // A list in a language has only what exists in it.
    const listed = options.articles.filter(
      (article) =>
        options.isVisible(article) && article.record[fieldIn('title', { key: language })] !== undefined,
    )
    const root = base + prefix
    book.add(`${root}/`, translate(HOME))
    addArchives(book, root, { source, ...options, listed, translate })
    addFirstPages(book, root, { ...options, listed, translate })
    addDates(book, root, { posts: source.posts, translate, pagesOf })
    for (const sitemap of SITEMAPS) book.add(`${root}/${sitemap}.xml`, SITEMAP)
    for (const feed of FEED_NAMES) {
      book.add(`${root}/feed${feed}`, translate(FEED))
      book.add(`${root}/comments/feed${feed}`, translate(FEED))
      if (feed) book.add(`${root}/?feed=${feed.slice(1)}`, translate(FEED))
    }
    for (const { login } of source.authors) {
      const count = source.posts.filter(
        ({ author, status }) => author === login && status === 'publish',
      ).length
      for (const page of pagesOf(count))
        book.add(`${root}/author/${encodeURIComponent(login)}${page}`, translate(BLOG))
    }
  }
  addAttachments(book, base, { source, places })
  return book
}

const originOf = (posts: readonly Post[]) =>
  posts.map(({ link }) => URL.parse(link)?.origin).find(Boolean) ?? ''

/** Returns the places by id of WordPress. */
function addRecords(book: AddressBook, base: string, { texts }: Options) {
  const places = new Map<number, Place>()
  const addTexts = ({ inLanguages }: PostTexts, ofRecord: Place) => {
    for (const [language, text] of inLanguages) {
      const place = placeIn(ofRecord, language)
      places.set(text.id, place)
      if (text.link === '') continue
      book.add(text.link, place)
      book.add(`${base}/?${text.type === 'page' ? 'page_id' : 'p'}=${text.id}`, place)
    }
  }
  for (const text of texts.filter(isPublic)) {
    const { resource: kind, name } = text
    const { path } = TEXT_RESOURCES[kind]
    const slug = String(text.record.slug ?? '')
    addTexts(text.texts, path === null ? HOME : { to: path + slug, kind, name, record: { kind, slug } })
  }
  return places
}

/** Posts in other languages lead to the record in the primary language, or else in English. */
function addOtherLanguages(
  book: AddressBook,
  posts: readonly Post[],
  places: ReadonlyMap<number, Place>,
  { languages }: Options,
) {
  const byGroup = new Map<string, Place>()
  for (const post of posts) {
    const group = languages.groupOf(post)
    const place = places.get(post.id)
    if (group === null || !place) continue
    const isBetter = !byGroup.has(group) || languages.ofPost(post).language === 'primary'
    if (isBetter) byGroup.set(group, place)
  }
  for (const post of posts) {
    const place = byGroup.get(languages.groupOf(post) ?? '')
    const isOther = languages.ofPost(post).language === 'other'
    if (isOther && place && post.link !== '' && post.status === 'publish') book.add(post.link, place)
  }
}

/** `/en` if the addresses of English posts start with it; those of languages without fields lead to the primary one. */
function languagePrefixes(posts: readonly Post[], languages: SiteLanguages) {
  const prefixes = new Map<string, LanguageKey>()
  for (const post of posts) {
    const { language } = languages.ofPost(post)
    if (language === 'primary') continue
    const code = /^\/([a-z]{2,3}(?:[-_][a-z]{2,4})?)\//i.exec(URL.parse(post.link)?.pathname ?? '')?.[1]
    if (code && !prefixes.has(`/${code}`))
      prefixes.set(`/${code}`, language === 'other' ? 'primary' : language)
  }
  return prefixes
}

type Archives = Options & {
  source: WordPressExport
  /** The articles that the new lists show. */
  listed: readonly ArticleToImport[]
  translate: (place: Place) => Place
}

function addArchives(book: AddressBook, root: string, { source, listed, translate, ...options }: Archives) {
  const { articles, categories, tags, bases } = options
  const visible = articles.filter(isPublic)
  const counts = countPosts(source.posts)
  const usedCategories = new Set(visible.map(({ category }) => category))
  const usedTags = new Set(visible.flatMap(({ record }) => record.tags))
  const ofTag = (name: string): Place =>
    usedTags.has(name) ? { ...BLOG, to: `/blog?tag=${encodeURIComponent(name)}`, name } : BLOG
  const ofCategory = (category: Term): Place => {
    const slug = categories.slugOf(category.slug)
    if (slug === null || !usedCategories.has(slug)) return ofTag(tags.nameOf(category))
    return {
      to: `/blog?category=${slug}`,
      kind: 'article-categories',
      name: category.name,
      record: { kind: 'article-categories', slug },
    }
  }
  const bySlug = new Map(source.categories.map((category) => [category.slug, category]))
  const addArchive = (path: string, term: Term, place: Place) => {
    book.add(`${root}/${path}`, translate(place))
    book.add(`${root}/${path}/feed`, translate(FEED))
    const kept = listed.filter(({ category, record }) =>
      place.record ? category === place.record.slug : place === BLOG || record.tags.includes(place.name),
    )
    for (const page of furtherPages(counts.get(`${term.taxonomy} ${term.slug}`) ?? 0, bases))
      book.add(`${root}/${path}/page/${page}`, translate(pageOf(place, page, { listed: kept.length, bases })))
  }
  for (const category of source.categories) {
    const place = ofCategory(category)
    addArchive(`${bases.category}/${pathOf(category, bySlug)}`, category, place)
    book.add(`${root}/?cat=${category.id}`, translate(place))
  }
  for (const tag of source.tags) {
    const place = ofTag(tags.nameOf(tag))
    addArchive(`${bases.tag}/${tag.slug}`, tag, place)
    book.add(`${root}/?tag=${readSlug(tag.slug)}`, translate(place))
  }
}

type Lists = Pick<Options, 'articles' | 'pages' | 'bases' | 'isVisible'> &
  Pick<Archives, 'listed' | 'translate'>

/** The pages of the list of all posts: on the home page, below `/blog`, and below an empty page, which may show it. */
function addFirstPages(
  book: AddressBook,
  root: string,
  { articles, pages, bases, isVisible, listed, translate }: Lists,
) {
  // Each text is a post of its own.
  const count = articles.filter(isVisible).reduce((sum, { texts }) => sum + postsOf(texts).length, 0)
  const empty = pages
    .flatMap(({ texts }) => postsOf(texts))
    .filter(({ content, link }) => content.trim() === '' && link !== '')
  const bare = empty.map(({ link }) => withoutTrailingSlashes(withoutQuery(link)))
  for (const page of furtherPages(count, bases)) {
    const place = translate(pageOf(BLOG, page, { listed: listed.length, bases }))
    for (const address of [root, `${root}/blog`, ...bare.filter((link) => link.startsWith(`${root}/`))])
      book.add(`${address}/page/${page}`, place)
    book.add(`${root}/?paged=${page}`, place)
  }
}

/** The numbers of the pages after the first, of an archive with so many posts. */
const furtherPages = (count: number, { postsPerPage }: AddressBases): number[] =>
  Array.from({ length: Math.max(0, Math.ceil(count / postsPerPage) - 1) }, (_, index) => index + 2)

type NewList = { listed: number; bases: AddressBases }

/** The page of the new list, with `listed` articles, that shows the first post of the old page. */
function pageOf(list: Place, page: number, { listed, bases }: NewList): Place {
  const first = Math.min((page - 1) * bases.postsPerPage, Math.max(0, listed - 1))
  const newPage = Math.floor(first / PER_PAGE) + 1
  return newPage === 1
    ? list
    : { ...list, to: `${list.to}${list.to.includes('?') ? '&' : '?'}page=${newPage}` }
}

/** The public posts of each term of WordPress, by taxonomy and slug. */
function countPosts(posts: readonly Post[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const add = (taxonomy: string, { slug }: TermReference) =>
    counts.set(`${taxonomy} ${slug}`, (counts.get(`${taxonomy} ${slug}`) ?? 0) + 1)
  for (const { categories, tags, status } of posts) {
    if (status !== 'publish') continue
    for (const category of categories) add('category', category)
    for (const tag of tags) add('post_tag', tag)
  }
  return counts
}

/** `water/pumps` for a category below another one. */
function pathOf(category: Term, bySlug: ReadonlyMap<string, Term>): string {
  const path = [category.slug]
  const seen = new Set([category])
  for (
    let parent = bySlug.get(category.parent);
    parent && !seen.has(parent);
    parent = bySlug.get(parent.parent)
  ) {
    seen.add(parent)
    path.unshift(parent.slug)
  }
  return path.join('/')
}

type Dates = {
  posts: readonly Post[]
  translate: (place: Place) => Place
  pagesOf: (count: number) => string[]
}

/** The archives of years and months, and of days where the addresses of posts contain them. */
function addDates(book: AddressBook, root: string, { posts, translate, pagesOf }: Dates) {
  const counts = new Map<string, number>()
  const hasDays = posts.some(({ link }) => /\/\d{4}\/\d{2}\/\d{2}\//.test(link))
  for (const { date, status } of posts) {
    if (status !== 'publish') continue
    const [year, month, day] = date.slice(0, 10).split('-')
    if (!year || year === '0000') continue
    const paths = [`${year}`, `${year}/${month}`, ...(hasDays ? [`${year}/${month}/${day}`] : [])]
    for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  for (const [path, count] of counts)
    for (const page of pagesOf(count)) book.add(`${root}/${path}${page}`, translate(BLOG))
}

type Attachments = { source: WordPressExport; places: ReadonlyMap<number, Place> }

/** The page of an attachment leads to the text that it was uploaded to. */
function addAttachments(book: AddressBook, base: string, { source, places }: Attachments) {
  for (const { id, link, parentId } of source.attachments) {
    const place = places.get(parentId) ?? HOME
    if (link === '') continue
    book.add(link, place)
    book.add(`${base}/?attachment_id=${id}`, place)
  }
}
