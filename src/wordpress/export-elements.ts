// Converts the XML elements of a WordPress export to the types of wordpress-export.ts. The format has no specification
// other than the code that writes it, wp-admin/includes/export.php.
import type { MenuItem, Post, TermReference, WordPressExport } from './wordpress-export.ts'

export type Element = { name: string; domain: string; nicename: string; text: string; children: Element[] }

/** Elements whose text is read. */
export const TEXT_ELEMENTS = new Set(
  (
    'title link pubDate category content:encoded excerpt:encoded wp:wxr_version wp:author_login ' +
    'wp:author_display_name wp:term_id wp:category_nicename wp:cat_name wp:category_description wp:post_id ' +
    'wp:post_date wp:post_date_gmt wp:post_name wp:post_parent wp:post_type wp:post_password wp:status wp:menu_order ' +
    'wp:base_site_url wp:base_blog_url wp:attachment_url wp:meta_key wp:meta_value'
  ).split(' '),
)
/** Elements whose children are read. */
export const PARENT_ELEMENTS = new Set(['item', 'wp:category', 'wp:author', 'wp:postmeta'])

/** Adds a child of `<channel>` to the export. */
export function addChannelElement(target: WordPressExport, element: Element) {
  switch (element.name) {
    case 'wp:wxr_version':
      target.version = element.text.trim()
      break
    case 'link':
    case 'wp:base_site_url':
    case 'wp:base_blog_url':
      target.sites.push(element.text.trim())
      break
    case 'wp:category':
      target.categories.push({
        id: numberIn(element, 'wp:term_id'),
        slug: lineIn(element, 'wp:category_nicename'),
        name: lineIn(element, 'wp:cat_name'),
        description: textIn(element, 'wp:category_description'),
      })
      break
    case 'wp:author':
      target.authors.push({
        login: lineIn(element, 'wp:author_login'),
        name: lineIn(element, 'wp:author_display_name'),
      })
      break
    case 'item':
      addItem(target, element)
  }
}

function addItem(target: WordPressExport, item: Element) {
  const type = lineIn(item, 'wp:post_type')
  switch (type) {
    case 'post':
      target.posts.push(toPost(item))
      break
    case 'page':
      target.pages.push(toPost(item))
      break
    case 'nav_menu_item':
      target.menuItems.push(toMenuItem(item))
      break
    case 'attachment':
      target.attachments.push({
        id: numberIn(item, 'wp:post_id'),
        title: lineIn(item, 'title'),
        url: lineIn(item, 'wp:attachment_url'),
        alt: metaIn(item, '_wp_attachment_image_alt'),
        caption: lineIn(item, 'excerpt:encoded'),
        parentId: numberIn(item, 'wp:post_parent'),
        order: numberIn(item, 'wp:menu_order'),
      })
      break
    default:
      target.others.set(type, (target.others.get(type) ?? 0) + 1)
  }
}

function toPost(item: Element): Post {
  return {
    id: numberIn(item, 'wp:post_id'),
    title: lineIn(item, 'title'),
    slug: lineIn(item, 'wp:post_name'),
    content: textIn(item, 'content:encoded'),
    excerpt: textIn(item, 'excerpt:encoded'),
    status: lineIn(item, 'wp:status'),
    password: textIn(item, 'wp:post_password'),
    date: lineIn(item, 'wp:post_date'),
    dateGmt: lineIn(item, 'wp:post_date_gmt'),
    pubDate: lineIn(item, 'pubDate'),
    categories: termsIn(item, 'category'),
    tags: [...termsIn(item, 'post_tag'), ...termsIn(item, 'tag')], // `tag` in WXR 1.0
    thumbnailId: Number(metaIn(item, '_thumbnail_id')) || 0,
  }
}

function toMenuItem(item: Element): MenuItem {
  return {
    id: numberIn(item, 'wp:post_id'),
    menu: termsIn(item, 'nav_menu')[0] ?? null,
    order: numberIn(item, 'wp:menu_order'),
    title: lineIn(item, 'title'),
    status: lineIn(item, 'wp:status'),
    type: metaIn(item, '_menu_item_type'),
    object: metaIn(item, '_menu_item_object'),
    objectId: Number(metaIn(item, '_menu_item_object_id')) || 0,
    parentId: Number(metaIn(item, '_menu_item_menu_item_parent')) || 0,
    url: metaIn(item, '_menu_item_url'),
    newTab: metaIn(item, '_menu_item_target') === '_blank',
  }
}

export const textIn = (parent: Element, name: string) =>
  parent.children.find((child) => child.name === name)?.text ?? ''
export const lineIn = (parent: Element, name: string) => textIn(parent, name).trim()
const numberIn = (parent: Element, name: string) => Number(lineIn(parent, name)) || 0

function metaIn(item: Element, key: string) {
  const meta = item.children.find(
    (child) => child.name === 'wp:postmeta' && lineIn(child, 'wp:meta_key') === key,
  )
  return meta ? lineIn(meta, 'wp:meta_value') : ''
}

// WXR 1.0 repeats each term in an element without a nicename.
function termsIn(item: Element, domain: string): TermReference[] {
  return item.children
    .filter((child) => child.name === 'category' && child.domain === domain && child.nicename !== '')
    .map((child) => ({ slug: child.nicename, name: child.text.trim() }))
}
