// Converts a WordPress export to the records that are sent to Frontage. Pure, and deterministic for the same file.
import { type ContentHtml, toContentHtml } from './content-html.ts'
import { createGalleries } from './galleries.ts'
import { whyTooComplex } from './html-nesting.ts'
import { createImageLibrary, type ImageSource, imageUrlsIn } from './image-library.ts'
import { type AddNote, addTo, type ImportNote } from './import-notes.ts'
import { type LinkTargets, type MenuRecord, toMenuRecords } from './menu-records.ts'
import {
  isPast,
  type Publication,
  publicationOf,
  publishingTime,
  tagsOf,
  titleOf,
  whyPageIsNotPublic,
} from './post-fields.ts'
import { plainText, truncate } from './to-plain-text.ts'
import type { Post, WordPressExport } from './wordpress-export.ts'
import { readSlug, uniqueSlugs } from './wordpress-slugs.ts'

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
  /** Newest first. `category` is the slug of one of `categories`, `image` the featured image on the old site. */
  articles: { category: string | null; image: ImageSource | null; record: ArticleRecord }[]
  pages: PageRecord[]
  /** Parents before their children. */
  menu: MenuRecord[]
  /** What is not imported, and why. */
  skipped: ImportNote[]
  /** What is imported differently from the original. */
  changed: ImportNote[]
}

type Options = {
  now: Date
  /** Name or slug of the menu to import; null for the one with the most items. */
  menu: string | null
  /** Whether images are imported too. */
  media: boolean
}

type PostWithSlug = { post: Post; slug: string }
type PostToPublish = PostWithSlug & { publication: Publication }

/** Throws ExportError if the file has no menu with the given name. */
export function toRecords(source: WordPressExport, { now, menu, media }: Options): SiteRecords {
  const notes = { skipped: [] as ImportNote[], changed: [] as ImportNote[] }
  const skip = addTo(notes.skipped)
  const change = addTo(notes.changed)
  const articles = selectArticles(source, skip, change)
  const pages = selectPages(source, skip, now)
  const targets = linkTargets(source, { articles, pages, now })
  const menuRecords = toMenuRecords(source.menuItems, { requestedMenu: menu, targets, skip })
  const convertContent = createConverter(source, change)
  const records = {
    categories: toCategories(source),
    articles: toArticles(source, articles, { convertContent, change }),
    pages: pages.map(({ post, slug }) => ({
      title: titleOf(post),
      slug,
      body: convertContent('pages', post),
    })),
    menu: menuRecords,
  }
  if (media) skipUnusedAttachments(source, records, skip)
  else noteMissingImages(source, records, { skip, change })
  skipUnsupported(source, skip)
  return { ...records, ...notes }
}

function selectArticles({ posts }: WordPressExport, skip: AddNote, change: AddNote): PostToPublish[] {
  const reasonToSkip = (post: Post) => whyDiscarded(post) ?? whyTooComplex(post.content)
  const articles = withSlugs(posts, { kind: 'articles', prefix: 'post', reasonToSkip, skip })
    .map((entry) => ({ ...entry, publication: publicationOf(entry.post) }))
    .sort((a, b) => publishingTime(b.post) - publishingTime(a.post) || b.post.id - a.post.id)
  for (const { post, publication } of articles) {
    if (publication.reason) change('articles', titleOf(post), publication.reason)
  }
  return articles
}

function selectPages({ pages }: WordPressExport, skip: AddNote, now: Date): PostWithSlug[] {
  const reasonToSkip = (page: Post) =>
    whyDiscarded(page) ?? whyPageIsNotPublic(page, now) ?? whyTooComplex(page.content)
  return withSlugs(pages, { kind: 'pages', prefix: 'page', reasonToSkip, skip })
}

type Selection = {
  kind: string
  prefix: string
  reasonToSkip: (post: Post) => string | null
  skip: AddNote
}

/** Sorted by WordPress id, so that of two posts with the same slug always the same one keeps it. */
function withSlugs(posts: Post[], { kind, prefix, reasonToSkip, skip }: Selection): PostWithSlug[] {
  const seen = new Set<string>()
  const selected = posts.filter((post) => {
    const identity = `${post.id} ${post.slug}`
    const reason = reasonToSkip(post) ?? (seen.has(identity) ? 'the file contains it twice' : null)
    if (reason) skip(kind, titleOf(post), reason)
    else seen.add(identity)
    return reason === null
  })
  selected.sort((a, b) => a.id - b.id)
  const slugs = uniqueSlugs(selected, prefix)
  return selected.map((post, index) => ({ post, slug: slugs[index]! }))
}

const whyDiscarded = ({ status }: Post) => (/^(?:trash|inherit)$/.test(status) ? `status ${status}` : null)

type Targets = { articles: PostToPublish[]; pages: PostWithSlug[]; now: Date }

/** The paths of everything that is public on the new site, by WordPress id. */
function linkTargets({ categories }: WordPressExport, { articles, pages, now }: Targets): LinkTargets {
  const publicArticles = articles.filter(
    ({ publication: { status, published_at } }) => status === 'published' && isPast(published_at, now),
  )
  return {
    posts: new Map(
      publicArticles.map(({ post, slug }) => [post.id, { path: `/blog/${slug}`, label: titleOf(post) }]),
    ),
    pages: new Map(
      pages.map(({ post, slug }) => [post.id, { path: `/pages/${slug}`, label: titleOf(post) }]),
    ),
    categories: new Map(
      categories
        .filter(({ slug }) => readSlug(slug) !== '')
        .map(({ id, slug, name }) => [
          id,
          { path: `/blog?category=${readSlug(slug)}`, label: plainText(name) },
        ]),
    ),
  }
}

type ConvertContent = (kind: string, post: Post) => string

function createConverter({ attachments }: WordPressExport, change: AddNote): ConvertContent {
  const galleryIn = createGalleries(attachments)
  return (kind, post) => {
    const converted = toContentHtml(post.content, (attributes) => galleryIn(post.id, attributes))
    noteContentChanges(change, { kind, name: titleOf(post), converted })
    return converted.html
  }
}

type ConvertedPost = { kind: string; name: string; converted: ContentHtml }

function noteContentChanges(change: AddNote, { kind, name, converted }: ConvertedPost) {
  const { removedShortcodes, missingImages, dynamicBlocks, linkedPlayers } = converted
  for (const shortcode of removedShortcodes)
    change(kind, name, `${shortcode} left out: the file does not contain its output`)
  if (missingImages > 0)
    change(kind, name, 'gallery images left out: the file does not contain them', missingImages)
  if (dynamicBlocks > 0)
    change(kind, name, 'blocks left out: their content is generated by WordPress', dynamicBlocks)
  if (linkedPlayers > 0) change(kind, name, 'embeds and players replaced by links', linkedPlayers)
}

function toArticles(
  source: WordPressExport,
  articles: PostToPublish[],
  { convertContent, change }: { convertContent: ConvertContent; change: AddNote },
): SiteRecords['articles'] {
  const library = createImageLibrary(source)
  return articles.map(({ post, slug, publication: { status, published_at } }) => {
    const { tags, dropped } = tagsOf(post)
    if (dropped > 0) change('articles', titleOf(post), 'tags after the 50th left out', dropped)
    return {
      category: post.categories[0] ? readSlug(post.categories[0].slug) || null : null,
      image: library.byId(post.thumbnailId),
      record: {
        title: titleOf(post),
        slug,
        excerpt: truncate(plainText(post.excerpt), 1_000) || null,
        content: convertContent('articles', post),
        status,
        published_at,
        tags,
      },
    }
  })
}

/** The categories of the file, and those that only posts mention: an export of posts alone lists none. */
function toCategories({ categories, posts }: WordPressExport): CategoryRecord[] {
  const bySlug = new Map<string, CategoryRecord>()
  const mentioned = posts.flatMap((post) =>
    post.categories.map((category) => ({ ...category, description: '' })),
  )
  for (const { slug: stored, name, description } of [...categories, ...mentioned]) {
    const slug = readSlug(stored)
    if (!slug || bySlug.has(slug)) continue
    const title = truncate(plainText(name), 300) || slug
    bySlug.set(slug, { title, slug, description: truncate(plainText(description), 5_000) || null })
  }
  return [...bySlug.values()]
}

type ImageRecords = Pick<SiteRecords, 'articles' | 'pages'>

function skipUnusedAttachments(source: WordPressExport, { articles, pages }: ImageRecords, skip: AddNote) {
  const library = createImageLibrary(source)
  const used = new Set([
    ...articles.map(({ image }) => image?.url),
    ...[...articles.map(({ record }) => record.content), ...pages.map(({ body }) => body)]
      .flatMap(imageUrlsIn)
      .map((url) => library.find(url)?.url),
  ])
  for (const { title, url } of source.attachments) {
    if (!used.has(url)) skip('attachments', title, 'not used as an image in any article or page')
  }
}

function noteMissingImages(
  { attachments }: WordPressExport,
  { articles }: ImageRecords,
  { skip, change }: { skip: AddNote; change: AddNote },
) {
  for (const { image, record } of articles) {
    if (image) change('articles', record.title, 'without its featured image')
  }
  if (attachments.length === 0) return
  const reason = 'images keep their addresses on the old site; import them with --media'
  skip('attachments', '', reason, attachments.length)
}

function skipUnsupported({ authors, comments, others }: WordPressExport, skip: AddNote) {
  if (comments > 0) skip('comments', '', 'Frontage has no comments', comments)
  if (authors.length > 0) {
    skip('authors', '', 'articles belong to the account that imports them', authors.length)
  }
  for (const [type, count] of others) {
    skip(type || 'items without a type', '', 'Frontage has no such resource', count)
  }
}
