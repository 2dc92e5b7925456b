// A WordPress site for tests: serves an export in the shapes of the REST API (wp-includes/rest-api/endpoints/*.php).
import type { Post, Term, WordPressExport } from '../../../src/moving/wordpress/read/wordpress-export.ts'

export const WORDPRESS_LOGIN = { user: 'editor', password: 'abcd efgh ijkl mnop qrst uvwx' }

type Options = {
  /** Plain permalinks: `?rest_route=/wp/v2/posts`. */
  hasPlainPermalinks?: boolean
  /** Whether pages name the API in a `Link` header. */
  hasLinkHeader?: boolean
  /** Answers instead of the site; null to let the site answer. */
  respond?: (url: URL, request: Request) => Response | null
}

type Item = Record<string, unknown>

export function startWordPress(source: WordPressExport, options: Options = {}) {
  const requests: { route: string; isSignedIn: boolean }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url)
      const special = options.respond?.(url, request)
      if (special) return special
      const route = routeOf(url, options)
      const authorization = request.headers.get('Authorization')
      const isSignedIn =
        authorization === `Basic ${btoa(`${WORDPRESS_LOGIN.user}:${WORDPRESS_LOGIN.password}`)}`
      requests.push({ route: route ?? url.pathname, isSignedIn: authorization !== null })
      if (route === null) return homePage(url, options)
      if (authorization !== null && !isSignedIn) return failure(401, 'incorrect_password')
      return answer(route, url.searchParams, { source, isSignedIn })
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, requests, stop: () => server.stop(true) }
}

function routeOf(url: URL, { hasPlainPermalinks }: Options): string | null {
  if (hasPlainPermalinks) return url.searchParams.get('rest_route')?.replace(/\/+$/, '') ?? null
  return url.pathname.startsWith('/wp-json')
    ? url.pathname.slice('/wp-json'.length).replace(/\/+$/, '')
    : null
}

function homePage(url: URL, { hasLinkHeader = true, hasPlainPermalinks }: Options) {
  if (url.pathname !== '/') return new Response('Not found', { status: 404 })
  const root = hasPlainPermalinks ? `${url.origin}/?rest_route=/` : `${url.origin}/wp-json/`
  const headers = new Headers(hasLinkHeader ? { Link: `<${root}>; rel="https://api.w.org/"` } : {})
  return new Response('<!doctype html><html lang="en-US"><title>A site</title></html>', { headers })
}

const failure = (status: number, code: string) =>
  Response.json({ code, message: 'No.', data: { status } }, { status })

type Site = { source: WordPressExport; isSignedIn: boolean }

function answer(route: string, query: URLSearchParams, site: Site): Response {
  if (route === '') return Response.json({ name: site.source.title, namespaces: ['oembed/1.0', 'wp/v2'] })
  const name = route.replace('/wp/v2/', '')
  const isEditing = query.get('context') === 'edit'
  if (isEditing && !site.isSignedIn) return failure(401, 'rest_forbidden_context')
  if (/^(?:menus|menu-items|blocks|settings)$/.test(name) && !site.isSignedIn)
    return failure(401, 'rest_cannot_view')
  const object = objectAt(name, site.source)
  if (object) return Response.json(object)
  const items = listAt(name, query, site)
  if (!items) return failure(404, 'rest_no_route')
  const perPage = Number(query.get('per_page') ?? 10)
  if (perPage > 100) return failure(400, 'rest_invalid_param')
  const page = Number(query.get('page') ?? 1)
  const pages = Math.ceil(items.length / perPage)
  if (page > Math.max(1, pages)) return failure(400, 'rest_post_invalid_page_number')
  return Response.json(items.slice((page - 1) * perPage, page * perPage), {
    headers: { 'X-WP-Total': String(items.length), 'X-WP-TotalPages': String(pages) },
  })
}

const BASES: Record<string, string> = { category: 'categories', post_tag: 'tags' }

/** The terms of an export, and those that only its posts mention. */
function termsOf({ categories, tags, terms, posts }: WordPressExport): Term[] {
  const all = [...categories, ...tags, ...terms]
  const keys = new Set(all.map(({ taxonomy, slug }) => `${taxonomy} ${slug}`))
  const mention = (taxonomy: string, { slug, name }: { slug: string; name: string }) => {
    if (keys.has(`${taxonomy} ${slug}`)) return
    keys.add(`${taxonomy} ${slug}`)
    all.push({
      id: 1_000_000 + all.length,
      taxonomy,
      slug,
      name,
      description: '',
      parent: '',
      metadata: new Map(),
    })
  }
  for (const post of posts) {
    for (const term of post.categories) mention('category', term)
    for (const term of post.tags) mention('post_tag', term)
  }
  return all
}

const taxonomiesOf = ({ terms }: WordPressExport) => [
  ...new Set(['category', 'post_tag', ...terms.map(({ taxonomy }) => taxonomy)]),
]

function objectAt(name: string, source: WordPressExport): Item | null {
  if (name === 'settings')
    return { title: source.title, description: source.tagline, language: source.language.replace('-', '_') }
  if (name === 'taxonomies') {
    return Object.fromEntries(
      taxonomiesOf(source).map((slug) => [slug, { slug, rest_base: BASES[slug] ?? slug }]),
    )
  }
  if (name !== 'types') return null
  const custom = source.others.map(({ type }) => type)
  return Object.fromEntries(
    ['post', 'page', 'attachment', 'wp_template', ...custom].map((slug) => [
      slug,
      { slug, rest_base: slug, taxonomies: [] },
    ]),
  )
}

function listAt(name: string, query: URLSearchParams, { source, isSignedIn }: Site): Item[] | null {
  const statuses = query.get('status')?.split(',') ?? ['publish']
  const isEditing = query.get('context') === 'edit'
  const shown = (posts: readonly Post[]) =>
    posts
      .filter(({ status }) => statuses.includes(status))
      .sort((a, b) => a.id - b.id)
      .map((post) => presentPost(post, { source, isEditing }))
  const allTerms = termsOf(source)
  const taxonomy = taxonomiesOf(source).find((slug) => (BASES[slug] ?? slug) === name)
  if (taxonomy)
    return allTerms.filter((term) => term.taxonomy === taxonomy).map((term) => presentTerm(term, allTerms))
  switch (name) {
    case 'posts':
      return shown(source.posts)
    case 'pages':
      return shown(source.pages)
    case 'blocks':
      return shown(source.others.filter(({ type }) => type === 'wp_block'))
    case 'users':
      return source.authors.map(({ login, name: display, email }, index) => ({
        id: index + 1,
        slug: login,
        name: display,
        ...(isSignedIn && isEditing && { username: login, email }),
      }))
    case 'media':
      return source.attachments.map((file) => ({
        id: file.id,
        slug: file.slug,
        link: file.link,
        title: texts(file.title, isEditing),
        caption: texts(file.caption, isEditing),
        alt_text: file.alt,
        source_url: file.url,
        post: file.parentId || null,
        menu_order: file.order,
      }))
    case 'menus':
      return menusOf(source).map(({ slug, name: title }, index) => ({ id: index + 1, slug, name: title }))
    case 'menu-items':
      return source.menuItems
        .filter(({ menu }) => menu?.slug === menusOf(source)[Number(query.get('menus')) - 1]?.slug)
        .map((item) => ({
          id: item.id,
          title: texts(item.title, isEditing),
          status: item.status,
          url: item.url,
          type: item.type,
          object: item.object,
          object_id: item.objectId,
          parent: item.parentId,
          menu_order: item.order,
          target: item.newTab ? '_blank' : '',
        }))
    case 'comments':
      return [...source.posts, ...source.pages].flatMap(({ id: post, comments }) =>
        comments
          .filter(({ approved }) => isSignedIn || approved === '1')
          .map((comment) => ({
            id: comment.id,
            post,
            parent: comment.parentId,
            author_name: comment.author,
            author_url: comment.url,
            ...(isEditing && { author_email: comment.email }),
            date: comment.date.replace(' ', 'T'),
            date_gmt: comment.dateGmt.replace(' ', 'T'),
            content: texts(comment.content, isEditing),
            status: comment.approved === '1' ? 'approved' : 'hold',
            type: comment.type,
          })),
      )
    default: {
      const custom = source.others.filter(({ type }) => type === name)
      return custom.length > 0 ? shown(custom) : null
    }
  }
}

const menusOf = ({ menuItems }: WordPressExport) => [
  ...new Map(menuItems.flatMap(({ menu }) => (menu ? [[menu.slug, menu] as const] : []))).values(),
]

const texts = (raw: string, isEditing: boolean) =>
  isEditing ? { raw, rendered: `<p>${raw}</p>` } : { rendered: raw }

const presentTerm = ({ id, slug, name, description, parent, taxonomy }: Term, all: readonly Term[]) => ({
  id,
  slug,
  name,
  description,
  taxonomy,
  parent: all.find((term) => term.taxonomy === taxonomy && term.slug === parent)?.id ?? 0,
})

type View = { source: WordPressExport; isEditing: boolean }

function presentPost(post: Post, { source, isEditing }: View): Item {
  const terms = termsOf(source)
  const idsOf = (taxonomy: string, slugs: readonly { slug: string }[]) =>
    slugs.flatMap(
      ({ slug }) => terms.find((term) => term.taxonomy === taxonomy && term.slug === slug)?.id ?? [],
    )
  const isDraft = /^0000/.test(post.dateGmt)
  const content = post.password !== '' && !isEditing ? '' : post.content
  return {
    id: post.id,
    type: post.type,
    slug: post.slug,
    status: post.status,
    link: post.link,
    date: post.date.replace(' ', 'T'),
    date_gmt: isDraft ? null : post.dateGmt.replace(' ', 'T'),
    title: texts(post.title, isEditing),
    content: { ...texts(content, isEditing), protected: post.password !== '' },
    excerpt: isEditing ? texts(post.excerpt, true) : { rendered: post.excerpt || '<p>Words [&hellip;]</p>' },
    ...(isEditing && { password: post.password }),
    author: source.authors.findIndex(({ login }) => login === post.author) + 1,
    featured_media: post.thumbnailId,
    sticky: post.isSticky,
    parent: post.parentId,
    menu_order: post.order,
    meta: { _internal: [], footnotes: '' },
    categories: idsOf('category', post.categories),
    tags: idsOf('post_tag', post.tags),
    ...Object.fromEntries(
      taxonomiesOf(source)
        .slice(2)
        .map((taxonomy) => [
          taxonomy,
          idsOf(
            taxonomy,
            post.terms.filter((term) => term.taxonomy === taxonomy),
          ),
        ]),
    ),
  }
}
