// The client without procurement, which a website and most screens of the panel do not need.
import { createAdminClient, type ResourceName } from './admin-client.ts'
import { createFactorClient } from './factor-client.ts'
import type {
  ArticleSummary,
  ArticleWithLinks,
  ClientConfig,
  ContactForm,
  Grant,
  Me,
  NewsletterForm,
  PageHead,
  ProjectWithImages,
  Proof,
  ProvedUntil,
  PublicImage,
  RedirectTarget,
  Resources,
  SearchHit,
  Site,
  SiteSummary,
} from './generated-types.ts'
import {
  type ClientOptions,
  createJsonRequest,
  createRequest,
  type List,
  type Paging,
  type Query,
  type Token,
} from './send-request.ts'

const MAX_CACHED = 50

export type SearchOptions = Paging & {
  /** Language tag; both languages by default. */
  lang?: string
  types?: ('articles' | 'projects' | 'services' | 'pages' | 'faqs')[]
}

export type ContentClient = ReturnType<typeof createContentClient>

/** The client without procurement, which a website does not need. */
export function createContentClient(options: ClientOptions = {}) {
  const session: { token: Token } = { token: options.token ?? null }
  const request = createRequest(options, session)
  const requestJson = createJsonRequest(request)
  const cache = new Map<string, { etag: string; body: unknown }>()

  /** Revalidates with the ETag of the last response; a 304 returns the same object as before. */
  async function getCached<Body>(path: string, query?: Query): Promise<Body> {
    const key = `${path} ${JSON.stringify(query ?? {})}`
    const cached = cache.get(key)
    const response = await request('GET', path, {
      query,
      headers: cached ? { 'If-None-Match': cached.etag } : {},
    })
    if (response.status === 304 && cached) return cached.body as Body
    const body = (await response.json()) as Body
    const etag = response.headers.get('ETag')
    cache.delete(key)
    if (etag) cache.set(key, { etag, body })
    if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!)
    return body
  }

  /** Uses the token of the response for all following requests. */
  async function withToken(response: Promise<Grant>): Promise<Grant> {
    const grant = await response
    session.token = grant.token
    return grant
  }

  return {
    /** The current token or null. Store it to keep an editor signed in; set it to sign in again. */
    get token() {
      return session.token
    },
    set token(token: Token) {
      session.token = token
    },

    /** The whole site. A repeated call costs a 304 while nothing has changed, and returns the same object. */
    site: () => getCached<Site>('/api/site'),
    /** The whole site without long texts such as `content` and `body`. */
    siteSummary: () => getCached<SiteSummary>('/api/site', { bodies: false }),
    /** The site with the record or the working copies of a preview token in their current state. */
    preview: (token: string) => requestJson<Site>('GET', '/api/site', { query: { preview: token } }),
    /** One resource of the site. */
    member: <Name extends ResourceName>(name: Name) =>
      getCached<Resources[Name]['member']>(`/api/site/${name}`),
    articles: {
      list: (
        query?: Paging & {
          category?: string | number
          tag?: string
          q?: string
          sort?: 'newest' | 'position'
        },
      ) =>
        getCached<Omit<List<ArticleSummary>, 'etag'> & { images: Record<string, PublicImage> }>(
          '/api/articles',
          query,
        ),
      get: (slug: string) => getCached<ArticleWithLinks>(`/api/articles/${encodeURIComponent(slug)}`),
    },
    projects: {
      get: (slug: string) => getCached<ProjectWithImages>(`/api/projects/${encodeURIComponent(slug)}`),
    },
    /** Full-text search over what visitors may see, the best match first. */
    search: (q: string, { types, ...query }: SearchOptions = {}) =>
      getCached<List<SearchHit>>('/api/search', { ...query, q, ...(types && { types: types.join(',') }) }),
    /** The target of the redirect of a path; throws `not_found` without one. */
    redirect: (path: string) => getCached<RedirectTarget>('/api/redirects/resolve', { path }),
    /** The head of a page; throws `not_found` where the website has none. `path` may have a query. */
    head: (path: string, query: { lang?: string } = {}) =>
      getCached<PageHead>('/api/site/head', { ...query, path }),
    clientConfig: () => requestJson<ClientConfig>('GET', '/api/client-config'),
    contact: (body: ContactForm) => requestJson<{ ok: true }>('POST', '/api/contact', { body }),
    subscribe: (body: NewsletterForm) => requestJson<{ ok: true }>('POST', '/api/newsletter', { body }),

    auth: {
      /**
       * Signs in; the following requests send the token. An account with a second factor throws `second_factor_required` with
       * the `ticket` for `secondFactor`.
       */
      login: (email: string, password: string) =>
        withToken(requestJson<Grant>('POST', '/api/auth/login', { body: { email, password } })),
      ...createFactorClient(request, requestJson, withToken),
      me: () => requestJson<Me>('GET', '/api/auth/me'),
      /**
       * Proves once more who is there, for five minutes of this session: without it, changes of accounts, factors and roles throw
       * `reauthentication_required`.
       */
      reauthenticate: (proof: Proof) =>
        requestJson<ProvedUntil>('POST', '/api/auth/reauthenticate', { body: proof }),
      changePassword: (current_password: string, new_password: string) =>
        withToken(
          requestJson<Grant>('POST', '/api/auth/change-password', {
            body: { current_password, new_password },
          }),
        ),
      /** Sets the first password of an account, in a session with a proof. */
      choosePassword: (new_password: string) =>
        withToken(requestJson<Grant>('POST', '/api/auth/change-password', { body: { new_password } })),
      /** Sends a link that sets a new password, if the address belongs to an account. */
      forgotPassword: (email: string) =>
        requestJson<{ ok: true }>('POST', '/api/auth/forgot-password', { body: { email } }),
      /** Sets a new password with the token of the link; sign in afterwards. */
      resetPassword: async (token: string, new_password: string) => {
        await request('POST', '/api/auth/reset-password', { body: { token, new_password } })
      },
      /** Sets the first password with the token of an invitation; sign in afterwards. */
      acceptInvitation: async (token: string, password: string) => {
        await request('POST', '/api/auth/accept-invitation', { body: { token, password } })
      },
      /**
       * Revokes this token, or all tokens of the account. Resolves with the page that ends the session at the identity
       * provider too, or null.
       */
      logout: async ({ everywhere = false } = {}) => {
        const { headers } = await request('POST', '/api/auth/logout', { body: { everywhere } })
        session.token = null
        return headers.get('Sign-Out-At')
      },
    },
    admin: createAdminClient(request, requestJson),
  }
}
