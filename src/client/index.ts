// A client for frontends: typed by the schemas of the service, with nothing but `fetch` behind it.
import { createAdmin, type ResourceName } from './admin-client.ts'
import type {
  Article,
  ArticleSummary,
  ClientConfig,
  ContactForm,
  Grant,
  Me,
  NewsletterForm,
  Project,
  Resources,
  Site,
} from './generated-types.ts'
import { createProcurement } from './procurement-client.ts'
import {
  type ClientOptions,
  createJson,
  createRequest,
  type Paging,
  type Query,
  type Token,
} from './send-request.ts'

export type { ResourceClient, ResourceName, Write } from './admin-client.ts'
export { ApiProblem, type ErrorCode, type FieldIssue } from './api-problem.ts'
export type * from './generated-types.ts'
export type { Once, QuoteVerb } from './procurement-client.ts'
export type { ClientOptions, Guard, List, Paging } from './send-request.ts'

const MAX_KEPT = 50

export type Client = ReturnType<typeof createClient>

/** A client of the service at `baseUrl`. Failed answers throw an `ApiProblem`. */
export function createClient(options: ClientOptions = {}) {
  const session: { token: Token } = { token: options.token ?? null }
  const request = createRequest(options, session)
  const json = createJson(request)
  const kept = new Map<string, { etag: string; answer: unknown }>()

  /** Asks whether there is anything new since the last time; the same object where there is not. */
  async function remembered<Answer>(path: string, query?: Query): Promise<Answer> {
    const key = `${path} ${JSON.stringify(query ?? {})}`
    const known = kept.get(key)
    const response = await request('GET', path, {
      query,
      headers: known ? { 'If-None-Match': known.etag } : {},
    })
    if (response.status === 304 && known) return known.answer as Answer
    const answer = (await response.json()) as Answer
    const etag = response.headers.get('ETag')
    kept.delete(key)
    if (etag) kept.set(key, { etag, answer })
    // The oldest goes: a visitor who reads a whole blog need not keep it.
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!)
    return answer
  }

  /** Keeps the token of an answer for what follows. */
  async function granted(answer: Promise<Grant>): Promise<Grant> {
    const grant = await answer
    session.token = grant.token
    return grant
  }

  return {
    /** The editor's token, or null; to keep it between visits, and to give it back. */
    get token() {
      return session.token
    },
    set token(token: Token) {
      session.token = token
    },

    /** The whole website. Asked again it costs a 304 while nothing changed, and gives the same object. */
    site: () => remembered<Site>('/api/site'),
    /** One resource of it. */
    member: <Name extends ResourceName>(name: Name) =>
      remembered<Resources[Name]['member']>(`/api/site/${name}`),
    articles: {
      list: (query?: Paging & { category?: string | number; tag?: string }) =>
        remembered<{ items: ArticleSummary[]; page: number; per_page: number; total: number }>(
          '/api/articles',
          query,
        ),
      get: (slug: string) => remembered<Article>(`/api/articles/${encodeURIComponent(slug)}`),
    },
    projects: { get: (slug: string) => remembered<Project>(`/api/projects/${encodeURIComponent(slug)}`) },
    clientConfig: () => json<ClientConfig>('GET', '/api/client-config'),
    contact: (body: ContactForm) => json<{ ok: true }>('POST', '/api/contact', { body }),
    subscribe: (body: NewsletterForm) => json<{ ok: true }>('POST', '/api/newsletter', { body }),

    auth: {
      /** Signs in; the client sends the token from then on. */
      login: (email: string, password: string) =>
        granted(json<Grant>('POST', '/api/auth/login', { body: { email, password } })),
      me: () => json<Me>('GET', '/api/auth/me'),
      changePassword: (current_password: string, new_password: string) =>
        granted(
          json<Grant>('POST', '/api/auth/change-password', { body: { current_password, new_password } }),
        ),
      /** Ends this token, or all of the account's. */
      logout: async ({ everywhere = false } = {}) => {
        await request('POST', '/api/auth/logout', { body: { everywhere } })
        session.token = null
      },
    },
    admin: createAdmin(request, json),
    procurement: createProcurement(request, json),
  }
}
