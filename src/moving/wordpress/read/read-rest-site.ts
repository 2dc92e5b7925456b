// Reads a WordPress site by its REST API into the same type as a file of Tools → Export.
import { z } from 'zod'
import type { RestClient } from './rest-client.ts'
import { type RestPost, restPost, toPost } from './rest-posts.ts'
import type { Attachment, Author, MenuItem, Post, Term, WordPressExport } from './wordpress-export.ts'

const text = z.object({ raw: z.string().optional(), rendered: z.string().optional() })
const textOf = (value: z.output<typeof text>) => value.raw ?? value.rendered ?? ''

const restTerm = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string().default(''),
  parent: z.int().default(0),
  taxonomy: z.string(),
})
const restMedia = z.object({
  id: z.int(),
  slug: z.string(),
  link: z.string().default(''),
  title: text,
  caption: text.default({}),
  description: text.default({}),
  alt_text: z.string().default(''),
  source_url: z.string().default(''),
  post: z.int().nullish(),
  menu_order: z.int().default(0),
})
const restUser = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  username: z.string().optional(),
  email: z.string().optional(),
})
const restMenu = z.object({ id: z.int(), name: z.string(), slug: z.string() })
const restMenuItem = z.object({
  id: z.int(),
  title: z.union([text, z.string()]),
  status: z.string().default('publish'),
  url: z.string().default(''),
  type: z.string(),
  object: z.string().default(''),
  object_id: z.int().default(0),
  parent: z.int().default(0),
  menu_order: z.int().default(0),
  target: z.string().default(''),
})
const restComment = z.object({
  id: z.int(),
  post: z.int().nullish(),
  parent: z.int().default(0),
  author_name: z.string().default(''),
  author_email: z.string().default(''),
  author_url: z.string().default(''),
  date: z.string(),
  date_gmt: z.string(),
  content: text,
  status: z.string().default('approved'),
  type: z.string().default('comment'),
})
const restType = z.object({
  slug: z.string(),
  rest_base: z.string(),
  taxonomies: z.array(z.string()).default([]),
})
const restTaxonomy = z.object({ slug: z.string(), rest_base: z.string() })
const restSettings = z.object({
  title: z.string().default(''),
  description: z.string().default(''),
  language: z.string().default(''),
})

/** Types of WordPress itself that are not content. `wp_block` is read by its own route. */
const INTERNAL_TYPE = /^(?:post|page|attachment|nav_menu_item|wp_\w+)$/

export type RestSite = {
  source: WordPressExport
  /** Names of what the site does not show, such as menus without an application password. */
  hidden: string[]
}

type Read = { api: RestClient; hidden: string[] }

/** Throws SiteError. */
export async function readRestSite(api: RestClient): Promise<RestSite> {
  const hidden: string[] = []
  const read: Read = { api, hidden }
  const taxonomies = Object.values((await api.read('taxonomies', z.record(z.string(), restTaxonomy))) ?? {})
  const terms = await readTerms(read, taxonomies)
  const users = (await api.list('users', restUser, editing(api))) ?? []
  const authors = new Map(users.map((user) => [user.id, authorOf(user)]))
  const comments = await readComments(read)
  const context = { terms: new Map(terms.map((term) => [term.id, term])), taxonomies, authors, comments }
  const posts = async (route: string) =>
    ((await readPosts(read, route)) ?? []).map((post) => toPost(post, context))
  const settings = api.isSignedIn ? await api.read('settings', restSettings) : null
  const inTaxonomy = (name: string) => terms.filter(({ taxonomy }) => taxonomy === name)
  const source: WordPressExport = {
    version: '1.2',
    title: settings?.title ?? '',
    tagline: settings?.description ?? '',
    language: (settings?.language ?? '').replaceAll('_', '-') || api.language,
    sites: [api.home],
    categories: inTaxonomy('category'),
    tags: inTaxonomy('post_tag'),
    terms: terms.filter(({ taxonomy }) => taxonomy !== 'category' && taxonomy !== 'post_tag'),
    authors: [...authors.values()],
    posts: await posts('posts'),
    pages: await posts('pages'),
    others: [...(await posts('blocks')), ...(await readCustomTypes(read, posts))],
    menuItems: await readMenus(read),
    attachments: await readMedia(read),
  }
  return { source, hidden }
}

/** Drafts and the texts as they are stored are for signed-in users. */
const editing = ({ isSignedIn }: RestClient): Record<string, string> =>
  isSignedIn ? { context: 'edit' } : {}

async function readPosts({ api, hidden }: Read, route: string): Promise<RestPost[] | null> {
  const order = { orderby: 'id', order: 'asc' }
  const status = { status: 'publish,future,draft,pending,private' }
  if (api.isSignedIn) {
    const all = await api.list(route, restPost, { ...order, ...editing(api), ...status })
    if (all) return all
  }
  const shown = await api.list(route, restPost, order)
  if (!shown) hidden.push(route)
  return shown
}

async function readTerms(
  { api, hidden }: Read,
  taxonomies: z.output<typeof restTaxonomy>[],
): Promise<Term[]> {
  const known = taxonomies.filter(({ slug }) => slug !== 'nav_menu' && !slug.startsWith('wp_'))
  const list =
    known.length > 0
      ? known
      : [
          { slug: 'category', rest_base: 'categories' },
          { slug: 'post_tag', rest_base: 'tags' },
        ]
  const terms: Term[] = []
  for (const { rest_base, slug } of list) {
    const found = await api.list(rest_base, restTerm, { hide_empty: 'false' })
    if (!found) hidden.push(rest_base)
    const slugs = new Map((found ?? []).map((term) => [term.id, term.slug]))
    for (const { id, slug: own, name, description, parent } of found ?? []) {
      terms.push({
        id,
        taxonomy: slug,
        slug: own,
        name,
        description,
        parent: slugs.get(parent) ?? '',
        metadata: new Map(),
      })
    }
  }
  return terms
}

async function readCustomTypes({ api }: Read, posts: (route: string) => Promise<Post[]>): Promise<Post[]> {
  const types = (await api.read('types', z.record(z.string(), restType))) ?? {}
  const found: Post[] = []
  for (const { slug, rest_base } of Object.values(types)) {
    if (!INTERNAL_TYPE.test(slug)) found.push(...(await posts(rest_base)))
  }
  return found
}

async function readMedia({ api, hidden }: Read): Promise<Attachment[]> {
  const found = await api.list('media', restMedia, { orderby: 'id', order: 'asc', ...editing(api) })
  if (!found) hidden.push('media')
  return (found ?? []).map(({ id, slug, link, alt_text, source_url, post, menu_order, ...texts }) => ({
    id,
    title: textOf(texts.title),
    slug,
    url: source_url,
    link,
    alt: alt_text,
    caption: textOf(texts.caption).trim(),
    // WordPress puts the picture itself before the text that it shows.
    description: texts.description.raw?.trim() ?? '',
    parentId: post ?? 0,
    order: menu_order,
    metadata: new Map(alt_text === '' ? [] : [['_wp_attachment_image_alt', alt_text]]),
  }))
}

async function readMenus({ api, hidden }: Read): Promise<MenuItem[]> {
  const menus = api.isSignedIn ? await api.list('menus', restMenu) : null
  if (!menus) hidden.push('menus')
  const items: MenuItem[] = []
  for (const { id: menus_id, name, slug } of menus ?? []) {
    const found =
      (await api.list('menu-items', restMenuItem, { menus: String(menus_id), ...editing(api) })) ?? []
    for (const item of found) {
      items.push({
        id: item.id,
        menu: { slug, name },
        order: item.menu_order,
        title: typeof item.title === 'string' ? item.title : textOf(item.title),
        status: item.status,
        type: item.type,
        object: item.object,
        objectId: item.object_id,
        parentId: item.parent,
        url: item.url,
        newTab: item.target === '_blank',
      })
    }
  }
  return items
}

async function readComments({ api }: Read) {
  const found =
    (await api.list('comments', restComment, { orderby: 'id', order: 'asc', ...editing(api) })) ?? []
  return Map.groupBy(
    found.map((comment) => ({
      postId: comment.post ?? 0,
      id: comment.id,
      author: comment.author_name,
      email: comment.author_email,
      url: comment.author_url,
      date: comment.date.replace('T', ' '),
      dateGmt: comment.date_gmt.replace('T', ' '),
      content: textOf(comment.content),
      approved: comment.status === 'approved' ? '1' : '0',
      type: comment.type,
      parentId: comment.parent,
    })),
    ({ postId }) => postId,
  )
}

const authorOf = ({ slug, name, username, email }: z.output<typeof restUser>): Author => ({
  login: username ?? slug,
  name,
  email: email ?? '',
})
