// Selects the posts and pages to import and gives them unique slugs; reports the others with a reason.
import { whyContentTooComplex } from './content-html.ts'
import type { AddNote } from './import-notes.ts'
import {
  type Publication,
  publicationOf,
  publishingTime,
  titleOf,
  whyPageIsNotPublic,
} from './post-fields.ts'
import type { Post, WordPressExport } from './wordpress-export.ts'
import { uniqueSlugs } from './wordpress-slugs.ts'

export type PostWithSlug = { post: Post; slug: string }
export type PostToPublish = PostWithSlug & { publication: Publication }

/** Newest first. */
export function selectArticles({ posts }: WordPressExport, skip: AddNote, change: AddNote): PostToPublish[] {
  const reasonToSkip = (post: Post) => whyDiscarded(post) ?? whyContentTooComplex(post.content)
  const articles = withSlugs(posts, { kind: 'articles', prefix: 'post', reasonToSkip, skip })
    .map((entry) => ({ ...entry, publication: publicationOf(entry.post) }))
    .sort((a, b) => publishingTime(b.post) - publishingTime(a.post) || b.post.id - a.post.id)
  for (const { post, publication } of articles) {
    if (publication.reason) change('articles', titleOf(post), publication.reason)
  }
  return articles
}

export function selectPages({ pages }: WordPressExport, skip: AddNote, now: Date): PostWithSlug[] {
  const reasonToSkip = (page: Post) =>
    whyDiscarded(page) ?? whyPageIsNotPublic(page, now) ?? whyContentTooComplex(page.content)
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
