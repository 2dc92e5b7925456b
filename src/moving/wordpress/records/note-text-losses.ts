// Notes what a text of WordPress has and its record has no place for.

import type { ImageLibrary } from '../convert/image-library.ts'
import type { AddNote } from '../convert/import-notes.ts'
import { plainText } from '../convert/to-plain-text.ts'
import type { Post } from '../read/wordpress-export.ts'
import type { Categories } from './category-records.ts'
import { type PostTexts, postsOf, type TextRecord, translationsOf } from './text-records.ts'

type Options = { categories: Categories; library: ImageLibrary; change: AddNote }

const LANGUAGE_TAXONOMIES = new Set(['language', 'post_translations'])
/** The first term of another taxonomy, or the first category, is the category of these records. */
const WITH_CATEGORY = new Set(['projects', 'faqs'])
const WITH_EXCERPT = new Set(['articles', 'projects', 'services', 'team'])

/** Titles and descriptions for previews of links, by the plugins of seo-fields.ts. */
const PREVIEW_TEXTS = [
  '_yoast_wpseo_opengraph-title',
  '_yoast_wpseo_opengraph-description',
  '_yoast_wpseo_twitter-title',
  '_yoast_wpseo_twitter-description',
  'rank_math_facebook_title',
  'rank_math_facebook_description',
  'rank_math_twitter_title',
  'rank_math_twitter_description',
  '_seopress_social_fb_title',
  '_seopress_social_fb_desc',
  '_seopress_social_twitter_title',
  '_seopress_social_twitter_desc',
  '_aioseo_og_title',
  '_aioseo_og_description',
  '_aioseo_twitter_title',
  '_aioseo_twitter_description',
]

export function noteTextLosses(
  { resource: kind, name, texts }: TextRecord,
  { categories, library, change }: Options,
) {
  const lose = (count: number, reason: string) => {
    if (count > 0) change(kind, name, reason, count)
  }
  const translations = [...translationsOf(texts).inLanguages.values()]
  for (const post of postsOf(texts)) {
    const fields = customFieldsOf(post)
    lose(fields.length, `custom fields left out: ${fields.join(', ')}`)
    for (const [taxonomy, count] of lostTermsOf(post, kind)) lose(count, `terms of ${taxonomy} left out`)
    if (!WITH_EXCERPT.has(kind)) lose(Number(plainText(post.excerpt) !== ''), 'excerpt left out')
    lose(PREVIEW_TEXTS.filter((key) => post.metadata.get(key)).length, 'texts for link previews left out')
    const isMissing = post.thumbnailId > 0 && library.byId(post.thumbnailId) === null
    lose(Number(isMissing), 'featured image left out: the file does not contain it')
  }
  if (kind !== 'articles') {
    lose(tagsOf(texts, kind), 'tags and further categories left out')
  } else {
    const own = new Set(texts.post.categories.map(({ slug }) => categories.slugOf(slug)))
    const others = translations
      .flatMap((translation) => translation.categories)
      .filter(({ slug }) => !own.has(categories.slugOf(slug)))
    lose(others.length, 'categories of the English text alone left out')
  }
  const images = postsOf(texts).flatMap(({ thumbnailId }) => library.byId(thumbnailId)?.url ?? [])
  lose(
    Number(new Set(images).size > 1),
    'featured image of the English text left out: it has the one of the other text',
  )
}

/** Fields of other plugins, and of editors; those of search engine plugins are noted where they are read. */
const customFieldsOf = ({ metadata }: Post) =>
  [...metadata]
    .filter(([key, value]) => !/^_|^rank_math_/.test(key) && value !== '')
    .map(([key]) => key)
    .sort()

function lostTermsOf({ terms }: Post, kind: string) {
  const own = terms.filter(({ taxonomy }) => !LANGUAGE_TAXONOMIES.has(taxonomy))
  const lost = WITH_CATEGORY.has(kind) ? own.slice(1) : own
  return Map.groupBy(lost, ({ taxonomy }) => taxonomy)
    .entries()
    .map(([taxonomy, list]) => [taxonomy, list.length] as const)
}

function tagsOf({ post }: PostTexts, kind: string): number {
  const hasOwnTerm = post.terms.some(({ taxonomy }) => !LANGUAGE_TAXONOMIES.has(taxonomy))
  const used = WITH_CATEGORY.has(kind) && !hasOwnTerm ? 1 : 0
  return post.tags.length + Math.max(0, post.categories.length - used)
}
