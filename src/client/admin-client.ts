import type {
  Account,
  AccountChanges,
  AdminSite,
  ArticleRecord,
  ImageDescription,
  ImageImport,
  Media,
  MediaChanges,
  MediaWithUses,
  Message,
  MessageMarks,
  NewAccount,
  Places,
  Resources,
  Revision,
  Subscriber,
} from './generated-types.ts'
import {
  createList,
  type Guard,
  guarded,
  type Json,
  type List,
  type Paging,
  type Request,
} from './send-request.ts'

export type ResourceName = keyof Resources

/** `autosave` never publishes. */
export type Write = Guard & { autosave?: boolean }

type Common<Name extends ResourceName> = {
  list(paging?: Paging): Promise<List<Resources[Name]['record']>>
  get(id: number | string): Promise<Resources[Name]['record']>
  /** Sets the whole record: what is absent becomes null or its default, but for position, publication, author and slug. */
  replace(
    id: number | string,
    body: Resources[Name]['input'],
    write?: Write,
  ): Promise<Resources[Name]['record']>
  /** Changes just these fields. */
  patch(
    id: number | string,
    body: Resources[Name]['patch'],
    write?: Write,
  ): Promise<Resources[Name]['record']>
  revisions(id: number | string, paging?: Paging): Promise<List<Revision>>
  restore(id: number | string, revision: number, guard?: Guard): Promise<Resources[Name]['record']>
}

type Listed<Name extends ResourceName> = {
  create(body: Resources[Name]['input'], write?: { autosave?: boolean }): Promise<Resources[Name]['record']>
  remove(id: number | string, guard?: Guard): Promise<void>
}

type Ordered = {
  /** Puts these first, in this order; `etag`: of the list that was read, and then of the order that this made. */
  reorder(ids: readonly number[], order?: { etag?: string | null }): Promise<Places & { etag: string | null }>
}

/** What can be done with a resource: singletons are not made or removed, only ordered ones have an order. */
export type ResourceClient<Name extends ResourceName> = Common<Name> &
  (Resources[Name]['singleton'] extends true ? unknown : Listed<Name>) &
  (Resources[Name]['ordered'] extends true ? Ordered : unknown)

export function createAdmin(request: Request, json: Json) {
  const list = createList(request)

  const remove = async (path: string, guard?: Guard) => {
    await request('DELETE', path, { headers: guarded(guard) })
  }

  function resource<Name extends ResourceName>(name: Name): ResourceClient<Name> {
    type Record = Resources[Name]['record']
    const path = `/api/admin/${name}`
    const at = (id: number | string) => `${path}/${encodeURIComponent(id)}`
    const write = (method: string, place: string, body: unknown, { autosave, ...guard }: Write = {}) =>
      json<Record>(method, place, { body, query: { autosave }, headers: guarded(guard) })
    const verbs: Common<Name> & Listed<Name> & Ordered = {
      list: (paging) => list<Record>(path, paging),
      get: (id) => json<Record>('GET', at(id)),
      create: (body, options) => write('POST', path, body, options),
      replace: (id, body, options) => write('PUT', at(id), body, options),
      patch: (id, body, options) => write('PATCH', at(id), body, options),
      remove: (id, guard) => remove(at(id), guard),
      reorder: async (ids, { etag } = {}) => {
        const sending = { body: { ids }, headers: etag ? { 'If-Match': etag } : {} }
        const response = await request('POST', `${path}/reorder`, sending)
        return { ...((await response.json()) as Places), etag: response.headers.get('ETag') }
      },
      revisions: (id, paging) => list<Revision>(`${at(id)}/revisions`, paging),
      restore: (id, revision, guard) =>
        json<Record>('POST', `${at(id)}/revisions/${revision}/restore`, { headers: guarded(guard) }),
    }
    return verbs as ResourceClient<Name>
  }

  return {
    /** The resource of this name, e.g. `admin.resource('articles')`. */
    resource,
    /** The whole site as editors see it, drafts included. */
    site: () => json<AdminSite>('GET', '/api/admin/site'),
    /** Sets alt and title of an image within an article's text. */
    describeArticleImage: (id: number, body: ImageDescription, guard?: Guard) =>
      json<ArticleRecord>('PATCH', `/api/admin/articles/${id}/images`, { body, headers: guarded(guard) }),
    users: {
      list: (paging?: Paging) => list<Account>('/api/admin/users', paging),
      get: (id: number) => json<Account>('GET', `/api/admin/users/${id}`),
      create: (body: NewAccount) => json<Account>('POST', '/api/admin/users', { body }),
      patch: (id: number, body: AccountChanges, guard?: Guard) =>
        json<Account>('PATCH', `/api/admin/users/${id}`, { body, headers: guarded(guard) }),
      remove: (id: number, guard?: Guard) => remove(`/api/admin/users/${id}`, guard),
    },
    messages: {
      list: (query?: Paging & { q?: string; read?: boolean; spam?: boolean }) =>
        list<Message>('/api/admin/messages', query),
      get: (id: number) => json<Message>('GET', `/api/admin/messages/${id}`),
      mark: (id: number, body: MessageMarks, guard?: Guard) =>
        json<Message>('PATCH', `/api/admin/messages/${id}`, { body, headers: guarded(guard) }),
      remove: (id: number, guard?: Guard) => remove(`/api/admin/messages/${id}`, guard),
      /** All of them for a spreadsheet. */
      export: async () => (await request('GET', '/api/admin/messages/export.csv')).blob(),
    },
    newsletter: {
      list: (query?: Paging & { q?: string; spam?: boolean }) =>
        list<Subscriber>('/api/admin/newsletter', query),
      get: (id: number) => json<Subscriber>('GET', `/api/admin/newsletter/${id}`),
      remove: (id: number, guard?: Guard) => remove(`/api/admin/newsletter/${id}`, guard),
      /** All of them for a spreadsheet. */
      export: async () => (await request('GET', '/api/admin/newsletter/export.csv')).blob(),
    },
    media: {
      list: (query?: Paging & { search?: string }) => list<Media>('/api/admin/media', query),
      /** With the records that show it. */
      get: (id: number) => json<MediaWithUses>('GET', `/api/admin/media/${id}`),
      upload: (file: Blob, details: { name?: string; alt?: string; title?: string } = {}) => {
        const form = new FormData()
        form.set('file', file)
        for (const [name, text] of Object.entries(details)) if (text !== undefined) form.set(name, text)
        return json<Media>('POST', '/api/admin/upload', { body: form })
      },
      /** Takes an image from another site. */
      import: (body: ImageImport) => json<Media>('POST', '/api/admin/import-image', { body }),
      patch: (id: number, body: MediaChanges, guard?: Guard) =>
        json<Media>('PATCH', `/api/admin/media/${id}`, { body, headers: guarded(guard) }),
      /** Refused with 409 `in_use` while a record shows it. */
      remove: (id: number, guard?: Guard) => remove(`/api/admin/media/${id}`, guard),
    },
  }
}
