// Converts a WordPress export to the records that are sent to Frontage. Pure, and deterministic for the same file.
import { type ContentHtml, toContentHtml } from './content-html.ts'
import type { Faq } from './faq-blocks.ts'
import { createGalleries } from './galleries.ts'
import { createImageLibrary, type ImageSource, mediaUrlsIn } from './image-library.ts'
import { type AddNote, addTo, type ImportNote } from './import-notes.ts'
import { type LinkTargets, type MenuRecord, toMenuRecords } from './menu-records.ts'
import { isPast, tagsOf, titleOf } from './post-fields.ts'
import { reusableBlocksIn } from './reusable-blocks.ts'
import { type PostToPublish, type PostWithSlug, selectArticles, selectPages } from './select-posts.ts'
import { plainText, truncate } from './to-plain-text.ts'
import type { Post, WordPressExport } from './wordpress-export.ts'
import { readSlug } from './wordpress-slugs.ts'

export type CategoryRecord = { title: string; slug: string; description: string | null }
export type PageRecord = { title: string; slug: string; body: string }
export type ArticleRecord = {
  title: string
  slug: string
  excerpt: string | null
  content: string
  faqs?: Faq[]
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
      body: convertContent('pages', post).html,
    })),
    menu: menuRecords,
  }
  if (media) skipUnusedAttachments(source, records, skip)
  else noteMissingImages(source, records, { skip, change })
  skipUnsupported(source, skip)
  return { ...records, ...notes }
}

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

type ConvertContent = (kind: 'articles' | 'pages', post: Post) => ContentHtml

function createConverter({ attachments, others }: WordPressExport, change: AddNote): ConvertContent {
  const galleries = createGalleries(attachments)
  const reusableBlocks = reusableBlocksIn(others)
  return (kind, post) => {
    const collectsFaqs = kind === 'articles'
    const source = { postId: post.id, galleries, reusableBlocks, collectsFaqs }
    const converted = toContentHtml(post.content, source)
    noteContentChanges(change, { kind, name: titleOf(post), converted })
    return converted
  }
}

type ConvertedPost = { kind: string; name: string; converted: ContentHtml }

function noteContentChanges(change: AddNote, { kind, name, converted }: ConvertedPost) {
  const { removed, missingImages, linkedPlayers, faqs } = converted
  for (const reason of removed) change(kind, name, reason)
  if (missingImages > 0)
    change(kind, name, 'gallery images left out: the file does not contain them', missingImages)
  if (linkedPlayers > 0) change(kind, name, 'embeds and players replaced by links', linkedPlayers)
  if (faqs.length > 0) change(kind, name, 'questions of FAQ blocks moved to the article’s FAQ', faqs.length)
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
    const { html, faqs } = convertContent('articles', post)
    return {
      category: post.categories[0] ? readSlug(post.categories[0].slug) || null : null,
      image: library.byId(post.thumbnailId),
      record: {
        title: titleOf(post),
        slug,
        excerpt: truncate(plainText(post.excerpt), 1_000) || null,
        content: html,
        ...(faqs.length > 0 && { faqs }),
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
      .flatMap(mediaUrlsIn)
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

function skipUnsupported({ authors, posts, pages, others }: WordPressExport, skip: AddNote) {
  const comments = [...posts, ...pages, ...others].reduce((sum, post) => sum + post.comments.length, 0)
  if (comments > 0) skip('comments', '', 'Frontage has no comments', comments)
  if (authors.length > 0) {
    skip('authors', '', 'articles belong to the account that imports them', authors.length)
  }
  const unsupported = others.filter(({ type }) => type !== 'wp_block')
  for (const [type, items] of Map.groupBy(unsupported, ({ type }) => type)) {
    skip(type || 'items without a type', '', 'Frontage has no such resource', items.length)
  }
}
