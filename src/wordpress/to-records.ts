// From what an export holds to what Frontage is sent. Pure, and the same at every run over the same file.
import { type ContentHtml, toContentHtml } from './content-html.ts'
import { createGalleries } from './galleries.ts'
import { createImageLibrary, type ImageSource, imageUrlsIn } from './image-library.ts'
import { type MenuRecord, toMenuRecords } from './menu-records.ts'
import type { Post, TermReference, WordPressExport } from './read-export.ts'
import { clip, plainText } from './to-plain-text.ts'
import { distinctSlugs, readSlug } from './wordpress-slugs.ts'

/** Something the user is told about; `count` things under one name. */
export type Remark = { kind: string; name: string; reason: string; count: number }

export type CategoryRecord = { title: string; slug: string; description: string | null }
export type PageRecord = { title: string; slug: string; body: string }
export type ArticleRecord = {
  title: string
  slug: string
  excerpt: string | null
  content: string
  status: 'draft' | 'published'
  /** RFC 3339. */
  published_at: string | null
  tags: string[]
}

export type SiteRecords = {
  categories: CategoryRecord[]
  /** Newest first; `category` is the slug of one of `categories`, `image` the featured one on the old site. */
  articles: { category: string | null; image: ImageSource | null; record: ArticleRecord }[]
  pages: PageRecord[]
  /** Parents before their children. */
  menu: MenuRecord[]
  /** What stays behind, and why. */
  skipped: Remark[]
  /** What comes along otherwise than it was. */
  changed: Remark[]
}

type Options = {
  now: Date
  /** Name or slug of the menu to take; null for the one with the most items. */
  menu: string | null
  /** Whether the images come along. */
  media: boolean
}

/** Throws ExportError when the file has no menu of the wished name. */
export function toRecords(source: WordPressExport, { now, menu, media }: Options): SiteRecords {
  const remarks = { skipped: [] as Remark[], changed: [] as Remark[] }
  const skip = remarkIn(remarks.skipped)
  const change = remarkIn(remarks.changed)
  const categories = toCategories(source)
  const posts = withSlugs(source.posts, { kind: 'articles', prefix: 'post', hidden: discarded, skip })
  const hiddenPage = (page: Post) => discarded(page) ?? notPublic(page, now)
  const pages = withSlugs(source.pages, { kind: 'pages', prefix: 'page', hidden: hiddenPage, skip })
  const articles = posts
    .map((entry) => ({ ...entry, publication: publicationOf(entry.post) }))
    .sort((a, b) => timeOf(b.post) - timeOf(a.post) || b.post.id - a.post.id)
  for (const { post, publication } of articles) {
    if (publication.reason) change('articles', titleOf(post), publication.reason)
  }
  const galleryIn = createGalleries(source.attachments)
  const content = (kind: string, post: Post) => {
    const converted = toContentHtml(post.content, (attributes) => galleryIn(post.id, attributes))
    remarkContent(change, { kind, name: titleOf(post), converted })
    return converted.html
  }
  const targets = {
    posts: new Map(
      articles
        .filter(
          ({ publication: { status, published_at } }) => status === 'published' && isPast(published_at, now),
        )
        .map(({ post, slug }) => [post.id, { path: `/blog/${slug}`, label: titleOf(post) }]),
    ),
    pages: new Map(
      pages.map(({ post, slug }) => [post.id, { path: `/pages/${slug}`, label: titleOf(post) }]),
    ),
    categories: new Map(
      source.categories
        .filter(({ slug }) => readSlug(slug) !== '')
        .map(({ id, slug, name }) => [
          id,
          { path: `/blog?category=${readSlug(slug)}`, label: plainText(name) },
        ]),
    ),
  }
  const menuRecords = toMenuRecords(source.menuItems, { wished: menu, targets, skip })
  const library = createImageLibrary(source)
  const records = {
    categories,
    articles: articles.map(({ post, slug, publication: { status, published_at } }) => ({
      category: post.categories[0] ? readSlug(post.categories[0].slug) || null : null,
      image: library.byId(post.thumbnailId),
      record: {
        title: titleOf(post),
        slug,
        excerpt: clip(plainText(post.excerpt), 1_000) || null,
        content: content('articles', post),
        status,
        published_at,
        tags: tagsOf(post, (dropped) =>
          change('articles', titleOf(post), 'tags beyond the 50th left out', dropped),
        ),
      },
    })),
    pages: pages.map(({ post, slug }) => ({ title: titleOf(post), slug, body: content('pages', post) })),
    menu: menuRecords,
  }
  if (media) skipUnshown(source, records, skip)
  else {
    const featured = records.articles.filter(({ image }) => image !== null)
    for (const { record } of featured) change('articles', record.title, 'without its featured image')
    const reason = 'images keep their addresses on the old site; --media takes them along'
    if (source.attachments.length > 0) skip('attachments', '', reason, source.attachments.length)
  }
  skipTheRest(source, skip)
  return { ...records, ...remarks }
}

/** Attachments that no article and no page of the file shows. */
function skipUnshown(
  source: WordPressExport,
  { articles, pages }: Pick<SiteRecords, 'articles' | 'pages'>,
  skip: Remarking,
) {
  const library = createImageLibrary(source)
  const shown = new Set([
    ...articles.map(({ image }) => image?.url),
    ...[...articles.map(({ record }) => record.content), ...pages.map(({ body }) => body)]
      .flatMap(imageUrlsIn)
      .map((url) => library.find(url)?.url),
  ])
  for (const { title, url } of source.attachments) {
    if (!shown.has(url)) skip('attachments', title, 'no article and no page shows it as an image')
  }
}

export type Remarking = (kind: string, name: string, reason: string, count?: number) => void

const remarkIn =
  (list: Remark[]): Remarking =>
  (kind, name, reason, count = 1) =>
    list.push({ kind, name, reason, count })

/** Those of the file, and those that only posts name: an export of posts alone lists none. */
function toCategories({ categories, posts }: WordPressExport): CategoryRecord[] {
  const bySlug = new Map<string, CategoryRecord>()
  const named = posts.flatMap((post) => post.categories.map((category) => ({ ...category, description: '' })))
  for (const { slug: stored, name, description } of [...categories, ...named]) {
    const slug = readSlug(stored)
    if (!slug || bySlug.has(slug)) continue
    const title = clip(plainText(name), 300) || slug
    bySlug.set(slug, { title, slug, description: clip(plainText(description), 5_000) || null })
  }
  return [...bySlug.values()]
}

type Sieve = { kind: string; prefix: string; hidden: (post: Post) => string | null; skip: Remarking }

/** In the order of their WordPress ids, so that the same post keeps the plain slug at every run. */
function withSlugs(posts: Post[], { kind, prefix, hidden, skip }: Sieve) {
  const seen = new Set<string>()
  const kept = posts.filter((post) => {
    const identity = `${post.id} ${post.slug}`
    const reason = hidden(post) ?? (seen.has(identity) ? 'it is in the file twice' : null)
    if (reason) skip(kind, titleOf(post), reason)
    else seen.add(identity)
    return reason === null
  })
  kept.sort((a, b) => a.id - b.id)
  const slugs = distinctSlugs(kept, prefix)
  return kept.map((post, index) => ({ post, slug: slugs[index]! }))
}

const discarded = ({ status }: Post) =>
  /^(?:trash|inherit)$/.test(status) ? `its status is ${status}` : null

type Publication = { status: 'draft' | 'published'; published_at: string | null; reason: string | null }

/** Whatever is not plainly meant for everybody becomes a draft; one that was published keeps its date. */
function publicationOf(post: Post): Publication {
  const published_at = publishingDate(post)?.toISOString() ?? null
  const draft = (reason: string) => ({
    status: 'draft' as const,
    published_at,
    reason: `${reason}: now a draft`,
  })
  if (post.password !== '') return draft('protected by a password')
  switch (post.status) {
    case 'publish':
      return { status: 'published', published_at, reason: null }
    case 'future':
      return published_at
        ? { status: 'published', published_at, reason: null }
        : draft('scheduled without a date')
    case 'draft':
    case 'pending':
    case 'auto-draft':
      return { status: 'draft', published_at: null, reason: null }
    default:
      return draft(post.status === 'private' ? 'private' : `of the unknown status ${post.status || '(none)'}`)
  }
}

/** Why a page stays behind: Frontage shows every page that it has. */
function notPublic(page: Post, now: Date): string | null {
  if (page.password !== '') return 'protected by a password, and Frontage pages are public'
  if (page.status === 'future' && isPast(publishingDate(page)?.toISOString() ?? null, now)) return null
  return page.status === 'publish'
    ? null
    : `its status is ${page.status || '(none)'}, and Frontage pages are public`
}

const isPast = (instant: string | null, now: Date) => instant !== null && new Date(instant) <= now

/** The site's own offset is not in the file, so a date without its UTC twin counts as UTC. */
function publishingDate({ dateGmt, date, pubDate }: Post): Date | null {
  for (const value of [utc(dateGmt), utc(date), pubDate]) {
    const instant = new Date(value)
    const year = instant.getUTCFullYear()
    if (year >= 1900 && year < 2200) return instant
  }
  return null
}

const utc = (value: string) => `${value.replace(' ', 'T')}Z`
const timeOf = (post: Post) => publishingDate(post)?.getTime() ?? 0

/** Its title, or what its text begins with. */
function titleOf(post: Post): string {
  const title = clip(plainText(post.title), 300)
  if (title) return title
  const opening = plainText(toContentHtml(post.content.slice(0, 2_000)).html.replaceAll('<', ' <'))
  const words = opening.split(' ')
  return clip(words.slice(0, 8).join(' ') + (words.length > 8 ? '…' : ''), 80) || `Untitled ${post.id}`
}

/** An article has one category, the first; the others become tags after the post's own. */
function tagsOf(post: Post, onDropped: (count: number) => void): string[] {
  const byKey = new Map<string, string>()
  const named = (terms: TermReference[]) => terms.map(({ name }) => clip(plainText(name), 60))
  for (const name of [...named(post.tags), ...named(post.categories.slice(1))]) {
    if (name && !byKey.has(name.toLowerCase())) byKey.set(name.toLowerCase(), name)
  }
  const tags = [...byKey.values()]
  if (tags.length > 50) onDropped(tags.length - 50)
  return tags.slice(0, 50)
}

type Converted = { kind: string; name: string; converted: ContentHtml }

function remarkContent(change: Remarking, { kind, name, converted }: Converted) {
  const { removed, missing, dynamic, linked } = converted
  for (const shortcode of removed) change(kind, name, `${shortcode} left out: the file has just its name`)
  if (missing > 0) change(kind, name, 'images of a gallery left out: the file lacks them', missing)
  if (dynamic > 0) change(kind, name, 'blocks that only WordPress fills left out', dynamic)
  if (linked > 0) change(kind, name, 'embeds and players became links', linked)
}

function skipTheRest({ authors, comments, others }: WordPressExport, skip: Remarking) {
  const left: [kind: string, count: number, reason: string][] = [
    ['comments', comments, 'Frontage has no comments'],
    ['authors', authors.length, 'articles belong to the account that imports them'],
    ...[...others].map(([type, count]): [string, number, string] => [
      type || 'items without a type',
      count,
      'Frontage has nothing of this kind',
    ]),
  ]
  for (const [kind, count, reason] of left) if (count > 0) skip(kind, '', reason, count)
}
