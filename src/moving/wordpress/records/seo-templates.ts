// Replaces the variables in titles and descriptions of plugins for search engines: `%%title%%` (Yoast SEO), `%title%` (Rank
// Math), `%%post_title%%` (SEOPress), `#post_title` (All in One SEO).

/** Plain texts. */
export type TemplateValues = {
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
export function fillSeoTemplate(
  template: string,
  values: TemplateValues,
): { text: string; unknown: string[] } {
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
