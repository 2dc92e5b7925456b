// Converts the XML elements of a WordPress export to the types of wordpress-export.ts. The format has no specification
// other than the code that writes it, wp-admin/includes/export.php.
import type {
  Comment,
  MenuItem,
  Metadata,
  Post,
  Term,
  TermReference,
  WordPressExport,
} from './wordpress-export.ts'

export type Element = { name: string; domain: string; nicename: string; text: string; children: Element[] }

/** Elements whose text is read. */
export const TEXT_ELEMENTS = new Set(
  (
    'title link description language pubDate category dc:creator content:encoded excerpt:encoded wp:wxr_version ' +
    'wp:author_login wp:author_display_name wp:author_email wp:term_id wp:category_nicename wp:category_parent ' +
    'wp:cat_name wp:category_description wp:tag_slug wp:tag_name wp:tag_description wp:term_taxonomy wp:term_slug ' +
    'wp:term_parent wp:term_name wp:term_description wp:post_id wp:post_date wp:post_date_gmt wp:post_name ' +
    'wp:post_parent wp:post_type wp:post_password wp:status wp:menu_order wp:is_sticky wp:base_site_url ' +
    'wp:base_blog_url wp:attachment_url wp:meta_key wp:meta_value wp:comment_id wp:comment_author ' +
    'wp:comment_author_email wp:comment_author_url wp:comment_date wp:comment_date_gmt wp:comment_content ' +
    'wp:comment_approved wp:comment_type wp:comment_parent'
  ).split(' '),
)
/** Elements whose children are read. */
export const PARENT_ELEMENTS = new Set([
  'item',
  'wp:category',
  'wp:tag',
  'wp:term',
  'wp:author',
  'wp:postmeta',
  'wp:termmeta',
  'wp:comment',
])
/** Large metadata that is made from the content or the uploaded files. */
const UNUSED_METADATA =
  /^_(?:elementor_(?:data|css|controls_usage|page_assets)|oembed_.*|wp_attachment_metadata)$/

/** The names of a term's elements, which differ between taxonomies. */
type TermElements = { taxonomy: string | null } & Record<'slug' | 'name' | 'description' | 'parent', string>
const CATEGORY: TermElements = {
  taxonomy: 'category',
  slug: 'wp:category_nicename',
  name: 'wp:cat_name',
  description: 'wp:category_description',
  parent: 'wp:category_parent',
}
const TAG: TermElements = {
  taxonomy: 'post_tag',
  slug: 'wp:tag_slug',
  name: 'wp:tag_name',
  description: 'wp:tag_description',
  parent: '',
}
const TERM: TermElements = {
  taxonomy: null,
  slug: 'wp:term_slug',
  name: 'wp:term_name',
  description: 'wp:term_description',
  parent: 'wp:term_parent',
}

/** The fields of the export that a child of `<channel>` has the text of. */
const TEXTS = {
  'wp:wxr_version': 'version',
  title: 'title',
  description: 'tagline',
  language: 'language',
} as const

const TERMS = {
  'wp:category': ['categories', CATEGORY],
  'wp:tag': ['tags', TAG],
  'wp:term': ['terms', TERM],
} as const

const isKeyOf = <Table extends object>(table: Table, name: string): name is string & keyof Table =>
  Object.hasOwn(table, name)

/** Adds a child of `<channel>` to the export. */
export function addChannelElement(target: WordPressExport, element: Element) {
  const { name } = element
  if (isKeyOf(TEXTS, name)) target[TEXTS[name]] = element.text.trim()
  else if (isKeyOf(TERMS, name)) {
    const [list, names] = TERMS[name]
    target[list].push(toTerm(element, names))
  } else if (name === 'item') addItem(target, element)
  else if (name === 'wp:author')
    target.authors.push({
      login: lineIn(element, 'wp:author_login'),
      name: lineIn(element, 'wp:author_display_name'),
      email: lineIn(element, 'wp:author_email'),
    })
  else if (name === 'link' || name === 'wp:base_site_url' || name === 'wp:base_blog_url')
    target.sites.push(element.text.trim())
}

const toTerm = (element: Element, names: TermElements): Term => ({
  id: numberIn(element, 'wp:term_id'),
  taxonomy: names.taxonomy ?? lineIn(element, 'wp:term_taxonomy'),
  slug: lineIn(element, names.slug),
  name: lineIn(element, names.name),
  description: textIn(element, names.description),
  parent: lineIn(element, names.parent),
  metadata: metadataIn(element, 'wp:termmeta'),
})

function addItem(target: WordPressExport, item: Element) {
  const type = lineIn(item, 'wp:post_type')
  if (type === 'nav_menu_item') target.menuItems.push(toMenuItem(item))
  else if (type === 'attachment') target.attachments.push(toAttachment(item))
  else (type === 'post' ? target.posts : type === 'page' ? target.pages : target.others).push(toPost(item))
}

function toAttachment(item: Element) {
  const metadata = metadataIn(item, 'wp:postmeta')
  return {
    id: numberIn(item, 'wp:post_id'),
    title: lineIn(item, 'title'),
    slug: lineIn(item, 'wp:post_name'),
    url: lineIn(item, 'wp:attachment_url'),
    link: lineIn(item, 'link'),
    alt: metadata.get('_wp_attachment_image_alt') ?? '',
    caption: lineIn(item, 'excerpt:encoded'),
    description: lineIn(item, 'content:encoded'),
    parentId: numberIn(item, 'wp:post_parent'),
    order: numberIn(item, 'wp:menu_order'),
    metadata,
  }
}

const OWN_TAXONOMIES = new Set(['category', 'post_tag', 'tag', 'nav_menu'])

function toPost(item: Element): Post {
  const metadata = metadataIn(item, 'wp:postmeta')
  return {
    id: numberIn(item, 'wp:post_id'),
    type: lineIn(item, 'wp:post_type'),
    title: lineIn(item, 'title'),
    slug: lineIn(item, 'wp:post_name'),
    link: lineIn(item, 'link'),
    ...contentIn(item),
    excerpt: textIn(item, 'excerpt:encoded'),
    status: lineIn(item, 'wp:status'),
    password: textIn(item, 'wp:post_password'),
    date: lineIn(item, 'wp:post_date'),
    dateGmt: lineIn(item, 'wp:post_date_gmt'),
    pubDate: lineIn(item, 'pubDate'),
    author: lineIn(item, 'dc:creator'),
    isSticky: lineIn(item, 'wp:is_sticky') === '1',
    parentId: numberIn(item, 'wp:post_parent'),
    order: numberIn(item, 'wp:menu_order'),
    categories: termsIn(item, 'category'),
    tags: [...termsIn(item, 'post_tag'), ...termsIn(item, 'tag')], // `tag` in WXR 1.0
    terms: otherTermsIn(item),
    thumbnailId: Number(metadata.get('_thumbnail_id')) || 0,
    metadata,
    comments: item.children.filter(({ name }) => name === 'wp:comment').map(toComment),
  }
}

/** The data of Elementor only where it stands in place of a content. */
function contentIn(item: Element): Pick<Post, 'content' | 'elementorData'> {
  const content = textIn(item, 'content:encoded')
  const data = item.children.find(
    (child) => child.name === 'wp:postmeta' && lineIn(child, 'wp:meta_key') === '_elementor_data',
  )
  const elementorData = data ? lineIn(data, 'wp:meta_value') : ''
  return content.trim() !== '' || elementorData === '' ? { content } : { content, elementorData }
}

const toComment = (comment: Element): Comment => ({
  id: numberIn(comment, 'wp:comment_id'),
  author: lineIn(comment, 'wp:comment_author'),
  email: lineIn(comment, 'wp:comment_author_email'),
  url: lineIn(comment, 'wp:comment_author_url'),
  date: lineIn(comment, 'wp:comment_date'),
  dateGmt: lineIn(comment, 'wp:comment_date_gmt'),
  content: textIn(comment, 'wp:comment_content'),
  approved: lineIn(comment, 'wp:comment_approved'),
  type: lineIn(comment, 'wp:comment_type'),
  parentId: numberIn(comment, 'wp:comment_parent'),
})

function toMenuItem(item: Element): MenuItem {
  const metadata = metadataIn(item, 'wp:postmeta')
  const metaIn = (key: string) => metadata.get(key) ?? ''
  return {
    id: numberIn(item, 'wp:post_id'),
    menu: termsIn(item, 'nav_menu')[0] ?? null,
    order: numberIn(item, 'wp:menu_order'),
    title: lineIn(item, 'title'),
    status: lineIn(item, 'wp:status'),
    type: metaIn('_menu_item_type'),
    object: metaIn('_menu_item_object'),
    objectId: Number(metaIn('_menu_item_object_id')) || 0,
    parentId: Number(metaIn('_menu_item_menu_item_parent')) || 0,
    url: metaIn('_menu_item_url'),
    newTab: metaIn('_menu_item_target') === '_blank',
  }
}

export const textIn = (parent: Element, name: string) =>
  parent.children.find((child) => child.name === name)?.text ?? ''
export const lineIn = (parent: Element, name: string) => textIn(parent, name).trim()
const numberIn = (parent: Element, name: string) => Number(lineIn(parent, name)) || 0

function metadataIn(parent: Element, name: 'wp:postmeta' | 'wp:termmeta'): Metadata {
  const metadata = new Map<string, string>()
  for (const child of parent.children) {
    if (child.name !== name) continue
    const key = lineIn(child, 'wp:meta_key')
    if (!metadata.has(key) && !UNUSED_METADATA.test(key)) metadata.set(key, lineIn(child, 'wp:meta_value'))
  }
  return metadata
}

const isTerm = ({ name, nicename }: Element) => name === 'category' && nicename !== ''
const toReference = ({ nicename, text }: Element) => ({ slug: nicename, name: text.trim() })

// WXR 1.0 repeats each term in an element without a nicename.
const termsIn = (item: Element, domain: string): TermReference[] =>
  item.children.filter((child) => isTerm(child) && child.domain === domain).map(toReference)

const otherTermsIn = (item: Element): Post['terms'] =>
  item.children
    .filter((child) => isTerm(child) && !OWN_TAXONOMIES.has(child.domain))
    .map((child) => ({ taxonomy: child.domain, ...toReference(child) }))
