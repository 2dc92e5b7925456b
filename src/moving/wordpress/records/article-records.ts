// Converts selected posts to articles.

import type { ContentHtml } from '../convert/content-html.ts'
import type { Faq } from '../convert/faq-blocks.ts'
import type { ImageLibrary } from '../convert/image-library.ts'
import { plainText, truncate } from '../convert/to-plain-text.ts'
import type { Post } from '../read/wordpress-export.ts'
import type { Categories } from './category-records.ts'
import { titleOf } from './post-fields.ts'
import { type RecordContext, readHead } from './read-head.ts'
import type { PostToPublish } from './select-posts.ts'
import type { SeoFields } from './seo-fields.ts'
import {
  type FurtherTexts,
  type TextRecord,
  type Texts,
  translatedFrom,
  translationsOf,
} from './text-records.ts'

export type ArticleRecord = {
  title: string
  slug: string
  status: 'draft' | 'published'
  /** RFC 3339. */
  published_at: string | null
  tags: string[]
  noindex?: true
  excerpt: string | null
} & FurtherTexts<'title' | 'excerpt', string> &
  Texts<'faqs', Faq[]> &
  Texts<'content' | 'seo_title' | 'seo_description' | 'seo_keyphrase', string>

export type ArticleToImport = TextRecord & {
  resource: 'articles'
  /** The slug of a category record. */
  category: string | null
  /** The login of the author. */
  author: string
  record: ArticleRecord
}

export function toArticle(
  { slug, publication: { status, published_at }, ...texts }: PostToPublish,
  context: RecordContext,
): ArticleToImport {
  const { categories, tags, convertContent, change } = context
  const { post } = texts
  const record = { kind: 'articles' as const, name: titleOf(post) }
  const contents = new Map<Post, ContentHtml>()
  const contentOf = (text: Post) => contents.getOrInsertComputed(text, () => convertContent(record, text))
  const { seo, image, names, seoFields } = readHead(
    texts,
    { ...record, has: ALL_FIELDS, takesPreview: true },
    context,
  )
  const category = categoryOf(post, seo[0]!, categories)
  const { tags: ownTags, dropped, untranslated } = tags.of(texts, category)
  if (dropped > 0) change('articles', record.name, 'tags after the 50th left out', dropped)
  if (untranslated.length > 0)
    change(
      'articles',
      record.name,
      'tags of the English text without a translation left out',
      untranslated.length,
    )
  if (new Set(seo.map(({ noindex }) => noindex)).size > 1)
    change('articles', record.name, 'hidden from search engines in one language: now in both')
  return {
    resource: 'articles',
    name: record.name,
    category,
    author: post.author,
    image,
    furtherAlts: translatedFrom('image_alt', translationsOf(texts), (text) => altOf(text, context.library)),
    texts,
    record: {
      ...names,
      slug,
      excerpt: null,
      ...translatedFrom('excerpt', texts, excerptOf),
      ...translatedFrom('content', texts, (text) => contentOf(text).html),
      ...translatedFrom('faqs', texts, (text) =>
        contentOf(text).faqs.length > 0 ? contentOf(text).faqs : null,
      ),
      ...seoFields,
      status,
      published_at,
      tags: ownTags,
    } as ArticleRecord,
  }
}

export const excerptOf = (post: Post) => truncate(plainText(post.excerpt), 1_000) || null

const ALL_FIELDS = { keyphrase: true, titleAndDescription: true, noindex: true }

const altOf = (post: Post, library: ImageLibrary) => {
  const alt = plainText(library.byId(post.thumbnailId)?.alt ?? '')
  return alt === '' ? null : truncate(alt, 300)
}

/** The category that a plugin calls the primary one, if the post is in it, or else the first. */
function categoryOf({ categories: own }: Post, seo: SeoFields, categories: Categories): string | null {
  const slugs = own.flatMap(({ slug }) => categories.slugOf(slug) ?? [])
  const primary = seo.primaryCategory > 0 ? categories.slugOfId(seo.primaryCategory) : null
  return (primary !== null && slugs.includes(primary) ? primary : slugs[0]) ?? null
}
