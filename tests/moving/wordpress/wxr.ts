// WordPress exports for tests: builders of small ones, and the public theme unit test if it is available.
import { readExport } from '../../../src/moving/wordpress/read/read-export.ts'
import type { RecordOptions } from '../../../src/moving/wordpress/to-records.ts'
import { findSharedData } from '../../support/shared-data.ts'

/** The theme unit test export, or null where it is absent. */
export const themeUnitTest = findSharedData('wordpress/themeunittestdata.wordpress.xml')

export const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** A complete export with this channel content. */
export const wxr = (
  content: string,
  { version = '1.2', scheme = 'http' } = {},
) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"
  xmlns:excerpt="${scheme}://wordpress.org/export/${version}/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:wp="${scheme}://wordpress.org/export/${version}/">
<channel>
  <title>A site</title>
  <wp:wxr_version>${version}</wp:wxr_version>
${content}
</channel>
</rss>
`

type ItemFields = {
  id: number
  type?: string
  title?: string
  slug?: string
  content?: string
  excerpt?: string
  status?: string
  password?: string
  date?: string
  dateGmt?: string
  order?: number
  parent?: number
  /** `[domain, nicename, name]` */
  terms?: [string, string, string][]
  meta?: Record<string, string>
  /** The address of an attachment's file. */
  url?: string
  /** The permalink. */
  link?: string
  author?: string
  sticky?: boolean
  /** Elements of `comment`. */
  comments?: string[]
}

export function item(fields: ItemFields): string {
  const { id, type = 'post', title = `Item ${id}`, slug = `item-${id}`, status = 'publish' } = fields
  const {
    content = '',
    excerpt = '',
    password = '',
    order = 0,
    parent = 0,
    terms = [],
    meta = {},
    url,
    link,
    author,
    sticky = false,
    comments = [],
  } = fields
  const { date = '2020-01-02 03:04:05', dateGmt = date } = fields
  return `<item>
  <title>${cdata(title)}</title>
  ${link === undefined ? '' : `<link>${escapeXml(link)}</link>`}
  ${author === undefined ? '' : `<dc:creator>${cdata(author)}</dc:creator>`}
  <content:encoded>${cdata(content)}</content:encoded>
  <excerpt:encoded>${cdata(excerpt)}</excerpt:encoded>
  <wp:post_id>${id}</wp:post_id>
  <wp:post_date>${date}</wp:post_date>
  <wp:post_date_gmt>${dateGmt}</wp:post_date_gmt>
  <wp:post_name>${cdata(slug)}</wp:post_name>
  <wp:status>${status}</wp:status>
  <wp:post_parent>${parent}</wp:post_parent>
  <wp:menu_order>${order}</wp:menu_order>
  <wp:post_type>${type}</wp:post_type>
  <wp:is_sticky>${sticky ? 1 : 0}</wp:is_sticky>
  ${url === undefined ? '' : `<wp:attachment_url>${url}</wp:attachment_url>`}
  <wp:post_password>${cdata(password)}</wp:post_password>
  ${terms.map(([domain, nicename, name]) => `<category domain="${domain}" nicename="${nicename}">${cdata(name)}</category>`).join('\n  ')}
  ${metadataOf('wp:postmeta', meta)}
  ${comments.join('\n')}
</item>`
}

const metadataOf = (element: 'wp:postmeta' | 'wp:termmeta', meta: Record<string, string>) =>
  Object.entries(meta)
    .map(
      ([key, value]) =>
        `<${element}><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></${element}>`,
    )
    .join('\n  ')

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

type CommentFields = {
  id: number
  author?: string
  email?: string
  url?: string
  date?: string
  content?: string
  approved?: string
  type?: string
  parent?: number
}

export function comment(fields: CommentFields): string {
  const { id, author = '', email = '', url = '', date = '2020-02-03 04:05:06', content = '' } = fields
  const { approved = '1', type = 'comment', parent = 0 } = fields
  return `<wp:comment>
  <wp:comment_id>${id}</wp:comment_id>
  <wp:comment_author>${cdata(author)}</wp:comment_author>
  <wp:comment_author_email>${cdata(email)}</wp:comment_author_email>
  <wp:comment_author_url>${escapeXml(url)}</wp:comment_author_url>
  <wp:comment_date>${cdata(date)}</wp:comment_date>
  <wp:comment_date_gmt>${cdata(date)}</wp:comment_date_gmt>
  <wp:comment_content>${cdata(content)}</wp:comment_content>
  <wp:comment_approved>${cdata(approved)}</wp:comment_approved>
  <wp:comment_type>${cdata(type)}</wp:comment_type>
  <wp:comment_parent>${parent}</wp:comment_parent>
  <wp:commentmeta><wp:meta_key>rating</wp:meta_key><wp:meta_value>5</wp:meta_value></wp:commentmeta>
</wp:comment>`
}

type MenuFields = {
  id: number
  menu?: string
  title?: string
  order?: number
  parent?: number
  status?: string
  newTab?: boolean
} & ({ url: string } | { to: ['post_type' | 'taxonomy', object: string, id: number] })

export function menuItem({
  id,
  menu = 'Main',
  title = '',
  order = id,
  parent = 0,
  ...rest
}: MenuFields): string {
  const [type, object, objectId] = 'to' in rest ? rest.to : (['custom', 'custom', id] as const)
  return item({
    id,
    type: 'nav_menu_item',
    title,
    order,
    status: rest.status ?? 'publish',
    terms: [['nav_menu', menu.toLowerCase(), menu]],
    meta: {
      _menu_item_type: type,
      _menu_item_object: object,
      _menu_item_object_id: String(objectId),
      _menu_item_menu_item_parent: String(parent),
      _menu_item_target: rest.newTab ? '_blank' : '',
      _menu_item_url: 'url' in rest ? rest.url : '',
    },
  })
}

type CategoryOptions = { parent?: string; meta?: Record<string, string> }

export const category = (
  id: number,
  slug: string,
  name: string,
  description = '',
  { parent = '', meta = {} }: CategoryOptions = {},
) => `<wp:category>
  <wp:term_id>${id}</wp:term_id>
  <wp:category_nicename>${slug}</wp:category_nicename>
  <wp:category_parent>${parent}</wp:category_parent>
  <wp:cat_name>${cdata(name)}</wp:cat_name>
  <wp:category_description>${cdata(description)}</wp:category_description>
  ${metadataOf('wp:termmeta', meta)}
</wp:category>`

export const tag = (id: number, slug: string, name: string, meta: Record<string, string> = {}) => `<wp:tag>
  <wp:term_id>${id}</wp:term_id>
  <wp:tag_slug>${slug}</wp:tag_slug>
  <wp:tag_name>${cdata(name)}</wp:tag_name>
  ${metadataOf('wp:termmeta', meta)}
</wp:tag>`

type TermFields = { id: number; taxonomy: string; slug: string; name?: string; description?: string }

/** A term of any taxonomy but categories and tags. */
export const term = ({ id, taxonomy, slug, name = slug, description = '' }: TermFields) => `<wp:term>
  <wp:term_id>${id}</wp:term_id>
  <wp:term_taxonomy>${cdata(taxonomy)}</wp:term_taxonomy>
  <wp:term_slug>${cdata(slug)}</wp:term_slug>
  <wp:term_parent></wp:term_parent>
  <wp:term_name>${cdata(name)}</wp:term_name>
  <wp:term_description>${cdata(description)}</wp:term_description>
</wp:term>`

export const author = (login: string, name: string, email: string) => `<wp:author>
  <wp:author_login>${cdata(login)}</wp:author_login>
  <wp:author_email>${cdata(email)}</wp:author_email>
  <wp:author_display_name>${cdata(name)}</wp:author_display_name>
</wp:author>`

export async function* inChunks(bytes: Uint8Array, ...cuts: number[]) {
  let from = 0
  for (const cut of [...cuts, bytes.length]) {
    yield bytes.slice(from, cut)
    from = cut
  }
}

/** Reads an export given as text. */
export const read = (text: string) => readExport(inChunks(new TextEncoder().encode(text)))

/** The options of the conversion without any option of the command. */
export const recordOptions: RecordOptions = {
  now: new Date('2026-01-01T00:00:00Z'),
  language: 'fa',
  menus: [],
  media: false,
  keepLinks: false,
  bases: { category: 'category', tag: 'tag', postsPerPage: 10 },
  types: new Map(),
  authors: false,
  comments: false,
}
