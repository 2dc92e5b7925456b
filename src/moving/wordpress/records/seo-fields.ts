// Fields that Yoast SEO, Rank Math, All in One SEO and SEOPress store about a post for search engines. Each field is taken from the
// first plugin that has it: sites that changed their plugin keep the metadata of the old one.
import { withoutTrailingSlashes } from '../../../text/trim-end.ts'

import { plainText, truncate } from '../convert/to-plain-text.ts'
import { phpEntries } from '../read/php-serialized.ts'
import type { Metadata, Post } from '../read/wordpress-export.ts'

export type SeoFields = {
  title: string | null
  description: string | null
  keyphrase: string | null
  noindex: boolean
  /** The canonical address, where it is not the post's own. */
  canonical: string | null
  /** The image for previews of links: its URL or the id of an attachment. */
  image: { url: string } | { id: number } | null
  /** The id of the term that the plugin calls the primary category; 0 for none. */
  primaryCategory: number
  /** An address that the plugin sends visitors of the post to. */
  redirect: string | null
  /** Variables of a title or description whose value the export does not contain. */
  unknownVariables: string[]
  /** Keyphrases after the first. */
  otherKeyphrases: string[]
}

type Plugin = {
  title: string
  description: string
  keyphrases: string
  canonical: string
  image(metadata: Metadata): SeoFields['image']
  primaryCategory: string
  isNoindex(metadata: Metadata): boolean
  redirect(metadata: Metadata): string | null
}

const PLUGINS: readonly Plugin[] = [
  {
    title: '_yoast_wpseo_title',
    description: '_yoast_wpseo_metadesc',
    keyphrases: '_yoast_wpseo_focuskw',
    canonical: '_yoast_wpseo_canonical',
    primaryCategory: '_yoast_wpseo_primary_category',
    image: imageIn('_yoast_wpseo_opengraph-image-id', '_yoast_wpseo_opengraph-image'),
    isNoindex: (metadata) => metadata.get('_yoast_wpseo_meta-robots-noindex') === '1',
    redirect: (metadata) => metadata.get('_yoast_wpseo_redirect') || null,
  },
  {
    title: 'rank_math_title',
    description: 'rank_math_description',
    keyphrases: 'rank_math_focus_keyword',
    canonical: 'rank_math_canonical_url',
    primaryCategory: 'rank_math_primary_category',
    image: imageIn('rank_math_facebook_image_id', 'rank_math_facebook_image'),
    isNoindex: (metadata) =>
      phpEntries(metadata.get('rank_math_robots') ?? '').some(([, value]) => value === 'noindex'),
    redirect: () => null,
  },
  {
    title: '_seopress_titles_title',
    description: '_seopress_titles_desc',
    keyphrases: '_seopress_analysis_target_kw',
    canonical: '_seopress_robots_canonical',
    primaryCategory: '_seopress_robots_primary_cat',
    image: imageIn('_seopress_social_fb_img_attachment_id', '_seopress_social_fb_img'),
    isNoindex: (metadata) => metadata.get('_seopress_robots_index') === 'yes',
    redirect: (metadata) =>
      (metadata.get('_seopress_redirections_enabled') === 'yes' &&
        metadata.get('_seopress_redirections_value')) ||
      null,
  },
  {
    title: '_aioseo_title',
    description: '_aioseo_description',
    keyphrases: '_aioseo_keywords',
    canonical: '',
    primaryCategory: '',
    image: () => null,
    isNoindex: () => false,
    redirect: () => null,
  },
  // All in One SEO before version 4. Since then, most of its fields are in a table that no export contains.
  {
    title: '_aioseop_title',
    description: '_aioseop_description',
    keyphrases: '_aioseop_keywords',
    canonical: '_aioseop_custom_link',
    primaryCategory: '',
    image(metadata) {
      const settings = new Map(phpEntries(metadata.get('_aioseop_opengraph_settings') ?? ''))
      const url = ['aioseop_opengraph_settings_customimg', 'aioseop_opengraph_settings_image']
        .map((key) => settings.get(key))
        .find((value) => typeof value === 'string' && value !== '')
      return typeof url === 'string' ? { url } : null
    },
    isNoindex: (metadata) => metadata.get('_aioseop_noindex') === 'on',
    redirect: () => null,
  },
]

function imageIn(idKey: string, urlKey: string) {
  return (metadata: Metadata): SeoFields['image'] => {
    const id = Number(metadata.get(idKey)) || 0
    const url = metadata.get(urlKey) ?? ''
    return id > 0 ? { id } : url ? { url } : null
  }
}

type Context = Omit<TemplateValues, 'title' | 'excerpt' | 'date'> & { title: string }

/** `context` has the plain texts that templates of titles name. */
export function seoFieldsOf(post: Post, context: Context): SeoFields {
  const { metadata } = post
  const first = <Value>(read: (plugin: Plugin) => Value | null): Value | null => {
    for (const plugin of PLUGINS) {
      const value = read(plugin)
      if (value !== null) return value
    }
    return null
  }
  const textOf = (key: string) => metadata.get(key) || null
  const values = { ...context, excerpt: plainText(post.excerpt), date: post.date.slice(0, 10) }
  const unknownVariables: string[] = []
  const filled = (template: string | null) => {
    const { text, unknown } = fillSeoTemplate(plainText(template ?? ''), values)
    unknownVariables.push(...unknown)
    return text
  }
  const title = filled(first(({ title }) => textOf(title)))
  const description = filled(first(({ description }) => textOf(description)))
  const [keyphrase = null, ...otherKeyphrases] =
    first(({ keyphrases }) => keyphrasesIn(textOf(keyphrases))) ?? []
  const canonical = first(({ canonical }) => textOf(canonical))
  return {
    // The website makes the same title by itself.
    title: isDefaultTitle(title, context) ? null : truncate(title, 200) || null,
    description: truncate(description, 500) || null,
    keyphrase,
    noindex: PLUGINS.some((plugin) => plugin.isNoindex(metadata)),
    canonical: canonical && withoutSlash(canonical) !== withoutSlash(post.link) ? canonical : null,
    image: first((plugin) => plugin.image(metadata)),
    primaryCategory: first(({ primaryCategory }) => Number(textOf(primaryCategory)) || null) ?? 0,
    redirect: first((plugin) => plugin.redirect(metadata)),
    unknownVariables,
    otherKeyphrases,
  }
}

const withoutSlash = (url: string) => withoutTrailingSlashes(url.replace(/^https?:/, ''))

const isDefaultTitle = (title: string, { title: own, siteName }: Context) =>
  title === own || /^[-–—|·•:»>~]$/.test(title.replace(own, '').replace(siteName, '').trim())

/** A list with commas, or All in One SEO's JSON. */
function keyphrasesIn(value: string | null): string[] | null {
  if (value === null) return null
  const labels = value.startsWith('[')
    ? [...value.matchAll(/"label":"((?:[^"\\]|\\.)*)"/g)].map(
        ([, label]) => JSON.parse(`"${label}"`) as string,
      )
    : value.split(',')
  const phrases = labels.map((label) => truncate(plainText(label), 200)).filter((label) => label !== '')
  return phrases.length > 0 ? phrases : null
}

/** Plain texts. */
type TemplateValues = {
  title: string
  excerpt: string
  siteName: string
  tagline: string
  category: string
  author: string
  /** `YYYY-MM-DD` */
  date: string
}

const SEPARATOR = '-'
const MAX_TEMPLATE = 2_000

const VALUES: Record<string, keyof TemplateValues | 'separator' | 'empty'> = {
  title: 'title',
  post_title: 'title',
  page_title: 'title',
  excerpt: 'excerpt',
  excerpt_only: 'excerpt',
  post_excerpt: 'excerpt',
  post_excerpt_only: 'excerpt',
  sitename: 'siteName',
  sitetitle: 'siteName',
  site_title: 'siteName',
  sitedesc: 'tagline',
  tagline: 'tagline',
  site_description: 'tagline',
  category: 'category',
  primary_category: 'category',
  post_category: 'category',
  _category_title: 'category',
  name: 'author',
  post_author: 'author',
  author_name: 'author',
  date: 'date',
  post_date: 'date',
  sep: 'separator',
  separator_sa: 'separator',
  // The number of a page of a long post, which Frontage does not divide.
  page: 'empty',
  pagenumber: 'empty',
  current_pagination: 'empty',
}

const VARIABLE = /%%([a-z_]\w*)%%|%([a-z_]\w*)%|#([a-z_]\w*)/gi

/** `unknown` are the variables that were left out. */
function fillSeoTemplate(template: string, values: TemplateValues): { text: string; unknown: string[] } {
  const unknown: string[] = []
  const text = template
    .slice(0, MAX_TEMPLATE)
    .replace(VARIABLE, (whole, yoast?: string, rankMath?: string, allInOne?: string) => {
      const value = VALUES[(yoast ?? rankMath ?? allInOne ?? '').toLowerCase()]
      if (value === 'separator') return SEPARATOR
      if (value === 'empty') return ''
      if (value !== undefined) return values[value]
      // A hashtag is text.
      if (allInOne) return whole
      unknown.push(whole)
      return ''
    })
  return { text: withoutLooseSeparators(text), unknown }
}

/** An empty variable leaves its separator alone at an end, or two of them together. */
const withoutLooseSeparators = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/( - )(?:- )+/g, '$1')
    .replace(/^(?:\s*- )+|(?: -\s*)+$/g, '')
    .trim()
