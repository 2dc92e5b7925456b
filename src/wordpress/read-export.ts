// Reads a WordPress export (WXR 1.0 to 1.2) as a stream. The XML parser answers for well-formedness; this file says
// which elements count. The format has no document but its writer, wp-admin/includes/export.php.
import { SaxesParser } from 'saxes'

/** `slug` is as WordPress stores it: percent-encoded in lower case where it is not ASCII. */
export type Term = { id: number; slug: string; name: string; description: string }
export type TermReference = { slug: string; name: string }

/** A post or a page. Texts are HTML, dates `YYYY-MM-DD HH:MM:SS`, zeros where unknown. */
export type Post = {
  id: number
  title: string
  slug: string
  content: string
  excerpt: string
  status: string
  /** Not trimmed: whatever is in it protects the post. */
  password: string
  date: string
  dateGmt: string
  /** RFC 822. */
  pubDate: string
  categories: TermReference[]
  tags: TermReference[]
  /** Of the attachment that is its featured image; 0 where it has none. */
  thumbnailId: number
}

/** Its id is unique within its menu only. */
export type MenuItem = {
  id: number
  menu: TermReference | null
  order: number
  title: string
  status: string
  /** `custom`, `post_type`, `taxonomy` or `post_type_archive`. */
  type: string
  object: string
  objectId: number
  parentId: number
  url: string
  newTab: boolean
}

export type Attachment = {
  id: number
  title: string
  url: string
  alt: string
  /** HTML. */
  caption: string
  /** The post that it was uploaded to; 0 for none. */
  parentId: number
  order: number
}

export type WordPressExport = {
  version: string
  /** The addresses that the old site gives for itself. */
  sites: string[]
  categories: Term[]
  authors: { login: string; name: string }[]
  posts: Post[]
  pages: Post[]
  menuItems: MenuItem[]
  attachments: Attachment[]
  comments: number
  /** How many items there are of every other post type. */
  others: Map<string, number>
}

/** The file is not a WordPress export, or not a whole one; the message is for the user. */
export class ExportError extends Error {}

type Element = { name: string; domain: string; nicename: string; text: string; children: Element[] }

const LEAVES = new Set(
  (
    'title link pubDate category content:encoded excerpt:encoded wp:wxr_version wp:author_login ' +
    'wp:author_display_name wp:term_id wp:category_nicename wp:cat_name wp:category_description wp:post_id ' +
    'wp:post_date wp:post_date_gmt wp:post_name wp:post_parent wp:post_type wp:post_password wp:status wp:menu_order ' +
    'wp:base_site_url wp:base_blog_url wp:attachment_url wp:meta_key wp:meta_value'
  ).split(' '),
)
const HOLDERS = new Set(['item', 'wp:category', 'wp:author', 'wp:postmeta'])

/** Reads all of it, or throws ExportError. Holds the records, never the text of the file. */
export async function readExport(chunks: AsyncIterable<Uint8Array>): Promise<WordPressExport> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const collector = createCollector()
  for await (const chunk of chunks) collector.write(decode(() => decoder.decode(chunk, { stream: true })))
  collector.write(decode(() => decoder.decode()))
  return collector.end()
}

function createCollector() {
  const result: WordPressExport = {
    version: '',
    sites: [],
    categories: [],
    authors: [],
    posts: [],
    pages: [],
    menuItems: [],
    attachments: [],
    comments: 0,
    others: new Map(),
  }
  const open: Element[] = []
  const parser = new SaxesParser({ xmlns: true })

  parser.on('error', ({ message }) => {
    const problem = message.replace(/^[\d:\s]+|\.$/g, '')
    throw new ExportError(
      open.length === 0
        ? `not a WordPress export (it is not XML: ${problem})`
        : `broken at line ${parser.line}, column ${parser.column}: ${problem}`,
    )
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    const name = prefixOf(uri) + local
    if (open.length === 0 && name !== 'rss') {
      throw new ExportError(`not a WordPress export (it begins with <${local}>, not with <rss>)`)
    }
    const attribute = (key: string) => attributes[key]?.value ?? ''
    open.push({ name, domain: attribute('domain'), nicename: attribute('nicename'), text: '', children: [] })
  })
  const onText = (text: string) => {
    const element = open.at(-1)
    if (element && LEAVES.has(element.name)) element.text += text
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    const element = open.pop()!
    const parent = open.at(-1)
    if (parent?.name === 'channel') collect(result, element)
    else if (element.name === 'wp:comment') result.comments++
    else if (parent && HOLDERS.has(parent.name)) parent.children.push(element)
  })

  return {
    // WordPress writes control characters that people pasted as they are, which XML 1.0 forbids.
    write: (text: string) => parser.write(text.replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '')),
    end() {
      parser.close()
      if (result.version === '')
        throw new ExportError('not a WordPress export (an RSS feed without wp:wxr_version)')
      if (!/^1\.\d+$/.test(result.version)) {
        throw new ExportError(`a WordPress export of the unknown version ${result.version}`)
      }
      return result
    },
  }
}

function collect(result: WordPressExport, element: Element) {
  switch (element.name) {
    case 'wp:wxr_version':
      result.version = element.text.trim()
      break
    case 'link':
    case 'wp:base_site_url':
    case 'wp:base_blog_url':
      result.sites.push(element.text.trim())
      break
    case 'wp:category':
      result.categories.push({
        id: number(element, 'wp:term_id'),
        slug: line(element, 'wp:category_nicename'),
        name: line(element, 'wp:cat_name'),
        description: text(element, 'wp:category_description'),
      })
      break
    case 'wp:author':
      result.authors.push({
        login: line(element, 'wp:author_login'),
        name: line(element, 'wp:author_display_name'),
      })
      break
    case 'item':
      collectItem(result, element)
  }
}

function collectItem(result: WordPressExport, item: Element) {
  const type = line(item, 'wp:post_type')
  switch (type) {
    case 'post':
      result.posts.push(toPost(item))
      break
    case 'page':
      result.pages.push(toPost(item))
      break
    case 'nav_menu_item':
      result.menuItems.push(toMenuItem(item))
      break
    case 'attachment':
      result.attachments.push({
        id: number(item, 'wp:post_id'),
        title: line(item, 'title'),
        url: line(item, 'wp:attachment_url'),
        alt: meta(item, '_wp_attachment_image_alt'),
        caption: line(item, 'excerpt:encoded'),
        parentId: number(item, 'wp:post_parent'),
        order: number(item, 'wp:menu_order'),
      })
      break
    default:
      result.others.set(type, (result.others.get(type) ?? 0) + 1)
  }
}

function toPost(item: Element): Post {
  return {
    id: number(item, 'wp:post_id'),
    title: line(item, 'title'),
    slug: line(item, 'wp:post_name'),
    content: text(item, 'content:encoded'),
    excerpt: text(item, 'excerpt:encoded'),
    status: line(item, 'wp:status'),
    password: text(item, 'wp:post_password'),
    date: line(item, 'wp:post_date'),
    dateGmt: line(item, 'wp:post_date_gmt'),
    pubDate: line(item, 'pubDate'),
    categories: terms(item, 'category'),
    tags: [...terms(item, 'post_tag'), ...terms(item, 'tag')], // `tag` in WXR 1.0
    thumbnailId: Number(meta(item, '_thumbnail_id')) || 0,
  }
}

function toMenuItem(item: Element): MenuItem {
  return {
    id: number(item, 'wp:post_id'),
    menu: terms(item, 'nav_menu')[0] ?? null,
    order: number(item, 'wp:menu_order'),
    title: line(item, 'title'),
    status: line(item, 'wp:status'),
    type: meta(item, '_menu_item_type'),
    object: meta(item, '_menu_item_object'),
    objectId: Number(meta(item, '_menu_item_object_id')) || 0,
    parentId: Number(meta(item, '_menu_item_menu_item_parent')) || 0,
    url: meta(item, '_menu_item_url'),
    newTab: meta(item, '_menu_item_target') === '_blank',
  }
}

const text = (element: Element, name: string) =>
  element.children.find((child) => child.name === name)?.text ?? ''
const line = (element: Element, name: string) => text(element, name).trim()
const number = (element: Element, name: string) => Number(line(element, name)) || 0

function meta(item: Element, key: string) {
  const found = item.children.find(
    (child) => child.name === 'wp:postmeta' && line(child, 'wp:meta_key') === key,
  )
  return found ? line(found, 'wp:meta_value') : ''
}

// WXR 1.0 repeats each term in an element without a nicename.
function terms(item: Element, domain: string): TermReference[] {
  return item.children
    .filter((child) => child.name === 'category' && child.domain === domain && child.nicename !== '')
    .map((child) => ({ slug: child.nicename, name: child.text.trim() }))
}

/** Prefixes are the writer's choice; namespaces are not, but for the version and the scheme in WordPress's own. */
function prefixOf(uri: string) {
  const own = /^https?:\/\/wordpress\.org\/export\/[\d.]+\/(excerpt\/)?$/.exec(uri)
  if (own) return own[1] ? 'excerpt:' : 'wp:'
  if (uri === 'http://purl.org/rss/1.0/modules/content/') return 'content:'
  return uri === '' ? '' : `${uri} `
}

function decode(run: () => string) {
  try {
    return run()
  } catch {
    throw new ExportError('not UTF-8 text throughout; it may be compressed, cut off or of another encoding')
  }
}
