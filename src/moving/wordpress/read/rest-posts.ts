// Converts posts of WordPress's REST API.
import { z } from 'zod'
import type { Author, Comment, Post, Term } from './wordpress-export.ts'

const text = z.object({
  raw: z.string().optional(),
  rendered: z.string().optional(),
  protected: z.boolean().optional(),
})
/** Fields of taxonomies, languages and plugins are beside these. */
export const restPost = z.looseObject({
  id: z.int(),
  type: z.string(),
  slug: z.string().default(''),
  generated_slug: z.string().optional(),
  status: z.string().default('publish'),
  link: z.string().default(''),
  date: z.string().nullish(),
  date_gmt: z.string().nullish(),
  title: text.default({}),
  content: text.default({}),
  excerpt: text.default({}),
  password: z.string().optional(),
  author: z.int().optional(),
  featured_media: z.int().optional(),
  sticky: z.boolean().optional(),
  parent: z.int().optional(),
  menu_order: z.int().optional(),
  /** Fields of Polylang: its language, and the ids of its translations by language. */
  lang: z.string().optional().catch(undefined),
  translations: z.record(z.string(), z.int()).optional().catch(undefined),
  meta: z.unknown().optional(),
  yoast_head_json: z.unknown().optional(),
})
export type RestPost = z.output<typeof restPost>

type Context = {
  terms: ReadonlyMap<number, Term>
  taxonomies: readonly { slug: string; rest_base: string }[]
  authors: ReadonlyMap<number, Author>
  comments: ReadonlyMap<number, (Comment & { postId: number })[]>
}

const NO_DATE = '0000-00-00 00:00:00'

export function toPost(post: RestPost, { terms, taxonomies, authors, comments }: Context): Post {
  const inTaxonomy = (slug: string): Term[] => {
    const base = taxonomies.find((taxonomy) => taxonomy.slug === slug)?.rest_base ?? DEFAULT_BASES[slug]
    const ids: unknown = base === undefined ? [] : post[base]
    return Array.isArray(ids)
      ? ids.flatMap((id: unknown) => (typeof id === 'number' ? (terms.get(id) ?? []) : []))
      : []
  }
  const references = (slug: string) => inTaxonomy(slug).map(({ slug: own, name }) => ({ slug: own, name }))
  const others = taxonomies.filter(({ slug }) => slug !== 'category' && slug !== 'post_tag')
  const isRendered = post.content.raw === undefined
  return {
    id: post.id,
    type: post.type,
    title: post.title.raw ?? post.title.rendered ?? '',
    slug: post.slug,
    link: post.link,
    content: post.content.raw ?? post.content.rendered ?? '',
    ...(isRendered && { isRendered }),
    excerpt: post.excerpt.raw ?? ownExcerpt(post.excerpt.rendered ?? ''),
    status: post.status,
    // Without a login, the password is unknown.
    password: post.password ?? (post.content.protected === true ? '?' : ''),
    date: post.date?.replace('T', ' ') ?? NO_DATE,
    dateGmt: post.date_gmt?.replace('T', ' ') ?? NO_DATE,
    pubDate: '',
    author: authors.get(post.author ?? 0)?.login ?? '',
    isSticky: post.sticky === true,
    parentId: post.parent ?? 0,
    order: post.menu_order ?? 0,
    categories: references('category'),
    tags: references('post_tag'),
    terms: [
      ...others.flatMap(({ slug }) =>
        references(slug).map((reference) => ({ ...reference, taxonomy: slug })),
      ),
      ...languageTerms(post),
    ],
    thumbnailId: post.featured_media ?? 0,
    metadata: metadataOf(post),
    comments: (comments.get(post.id) ?? []).map(({ postId, ...comment }) => comment),
  }
}

/** The terms that Polylang stores: the language, and a term that all translations of a post have. */
function languageTerms({ lang, translations = {} }: RestPost): Post['terms'] {
  if (!lang) return []
  const ids = Object.values(translations)
  const group = `pll_${Math.min(...ids)}`
  return [
    { taxonomy: 'language', slug: lang, name: lang },
    ...(ids.length > 1 ? [{ taxonomy: 'post_translations', slug: group, name: group }] : []),
  ]
}

const DEFAULT_BASES: Record<string, string> = { category: 'categories', post_tag: 'tags' }

/** WordPress makes an excerpt from the content where there is none; it ends with `[…]`. */
const ownExcerpt = (html: string) => (/\[(?:&hellip;|…|&#8230;)\]\s*<\/p>\s*$/.test(html) ? '' : html)

const yoast = z.object({
  description: z.string().optional(),
  robots: z.object({ index: z.string() }).optional(),
})

/** Metadata that plugins show; values that are not texts or numbers are left out. */
function metadataOf({ meta, featured_media, yoast_head_json }: RestPost): Map<string, string> {
  const metadata = new Map<string, string>()
  if (featured_media) metadata.set('_thumbnail_id', String(featured_media))
  if (meta !== null && typeof meta === 'object' && !Array.isArray(meta)) {
    for (const [key, value] of Object.entries(meta)) {
      // The API also names the registered keys that the post does not have.
      if (typeof value === 'number' || (typeof value === 'string' && value !== ''))
        metadata.set(key, String(value))
    }
  }
  const seo = yoast.safeParse(yoast_head_json).data
  if (seo?.description) metadata.set('_yoast_wpseo_metadesc', seo.description)
  if (seo?.robots?.index === 'noindex') metadata.set('_yoast_wpseo_meta-robots-noindex', '1')
  return metadata
}
