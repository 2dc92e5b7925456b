import type {
  Account,
  AccountChanges,
  AdminSite,
  ApiToken,
  ArticleRecord,
  ArticleScores,
  ArticleSeo,
  Change,
  ContentSchema,
  CreatedAccount,
  CreatedApiToken,
  FactorReset,
  ImageDescription,
  ImageImport,
  Invitation,
  LinkCheck,
  ListedDraft,
  MailStatus,
  Media,
  MediaChanges,
  MediaReplacement,
  MediaTags,
  MediaWithUses,
  Message,
  MessageBatch,
  MessageBatchResult,
  MessageMarks,
  NewAccount,
  NewApiToken,
  Places,
  Preview,
  PreviewLink,
  RecordsWithBrokenLinks,
  RedirectTrace,
  ReplacedMedia,
  Resources,
  RestoredRecord,
  Revision,
  RevisionWithState,
  Subscriber,
  TrashEntry,
} from './generated-types.ts'
import {
  createListRequest,
  type DraftCheck,
  type Idempotency,
  idempotencyKey,
  ifMatch,
  type List,
  type Paging,
  type Query,
  type RequestJson,
  type SendRequest,
  type VersionCheck,
} from './send-request.ts'

export type MediaFilters = {
  search?: string
  unused?: boolean
  /** `document`: PDFs. */
  type?: 'image' | 'document'
  tag?: string
  /** Images without an alt text, or with one. */
  alt_empty?: boolean
  alt_en_empty?: boolean
  sort?: 'newest' | 'oldest' | 'name' | 'size'
}

export type ResourceName = keyof Resources

/** Resources whose records have pages. */
export type PreviewableName = 'articles' | 'projects' | 'pages'

/**
 * `q` searches the texts; `sort` and `fields` are names separated by commas, `-` before one sorts descending; all others
 * are filters such as `status`, `published_at_gte` and `image_empty`. With `fields`, records have only these, `id` and
 * `version`.
 */
export type ListQuery = Paging & { q?: string | undefined; sort?: string; fields?: string } & Query

/** `autosave` leaves the status and the publication date as they are. */
export type WriteOptions = VersionCheck & { autosave?: boolean }

type RecordOf<Name extends ResourceName> = Resources[Name]['record']
type InputOf<Name extends ResourceName> = Resources[Name]['input']
type Id = number | string

type CommonMethods<Name extends ResourceName> = {
  list(query?: ListQuery): Promise<List<RecordOf<Name>>>
  get(id: Id): Promise<RecordOf<Name>>
  /** Absent fields become null or their default, except position, status, publication date, author and slug. */
  replace(id: Id, body: InputOf<Name>, options?: WriteOptions): Promise<RecordOf<Name>>
  /** Changes only these fields. */
  patch(id: Id, body: Resources[Name]['patch'], options?: WriteOptions): Promise<RecordOf<Name>>
  /** Up to 500 operations; all of them succeed or none does. */
  batch(
    operations: Resources[Name]['batch']['operations'],
    options?: { records?: boolean },
  ): Promise<Resources[Name]['batchResult']['items']>
  revisions(id: Id, paging?: Paging): Promise<List<Revision>>
  /** A revision with its whole state; with `diff` also what changed between it and that state. */
  revision(
    id: Id,
    revision: number,
    options?: { diff?: 'previous' | 'current' | number },
  ): Promise<RevisionWithState>
  restore(id: Id, revision: number, check?: VersionCheck): Promise<RecordOf<Name>>
  /** The record as its working copy would make it; throws `not_found` without one. */
  draft(id: Id): Promise<Resources[Name]['draft']>
  /** Changes these fields in the working copy, which is made with the first change. Visitors see it once it is published. */
  patchDraft(
    id: Id,
    body: Resources[Name]['draftPatch'],
    check?: DraftCheck,
  ): Promise<Resources[Name]['draft']>
  /**
   * Writes the working copy into the live record. Throws `base_changed` with the fields in `errors` that both have changed.
   */
  publishDraft(id: Id, check?: DraftCheck): Promise<RecordOf<Name>>
  discardDraft(id: Id, check?: DraftCheck): Promise<void>
}

type CollectionMethods<Name extends ResourceName> = {
  create(body: InputOf<Name>, options?: { autosave?: boolean } & Idempotency): Promise<RecordOf<Name>>
  remove(id: Id, check?: VersionCheck): Promise<void>
}

type DuplicableMethods<Name extends ResourceName> = {
  /** Creates a copy right after the record: a draft where there are drafts, with its own slug. */
  duplicate(id: Id): Promise<RecordOf<Name>>
}

type OrderedMethods = {
  /**
   * Moves these records to the front, in this order. With the `etag` of a list or an earlier `reorder`, it fails with 412
   * if the order has changed since.
   */
  reorder(
    ids: readonly number[],
    options?: { etag?: string | null },
  ): Promise<Places & { etag: string | null }>
}

/**
 * Singletons have no `create` and `remove`; only ordered resources have `reorder`; resources with a unique key have no
 * `duplicate`.
 */
export type ResourceClient<Name extends ResourceName> = CommonMethods<Name> &
  (Resources[Name]['singleton'] extends true ? unknown : CollectionMethods<Name>) &
  (Resources[Name]['duplicable'] extends true ? DuplicableMethods<Name> : unknown) &
  (Resources[Name]['ordered'] extends true ? OrderedMethods : unknown)

/** The admin API; requires a token from `auth.login`, or an API token. */
export function createAdminClient(request: SendRequest, requestJson: RequestJson) {
  const list = createListRequest(request)
  const previewPath = (name: PreviewableName, id: number) => `/api/admin/${name}/${id}/preview`

  const remove = async (path: string, check?: DraftCheck) => {
    await request('DELETE', path, { headers: ifMatch(check) })
  }

  function resource<Name extends ResourceName>(name: Name): ResourceClient<Name> {
    type Record = RecordOf<Name>
    const path = `/api/admin/${name}`
    const pathOf = (id: Id) => `${path}/${encodeURIComponent(id)}`
    const draftOf = (id: Id) => `${pathOf(id)}/draft`
    const write = (
      method: string,
      url: string,
      body: unknown,
      { autosave, ...options }: WriteOptions & Idempotency = {},
    ) =>
      requestJson<Record>(method, url, {
        body,
        query: { autosave },
        headers: { ...ifMatch(options), ...idempotencyKey(options) },
      })
    const methods: CommonMethods<Name> & CollectionMethods<Name> & DuplicableMethods<Name> & OrderedMethods =
      {
        list: (query) => list<Record>(path, query),
        get: (id) => requestJson<Record>('GET', pathOf(id)),
        create: (body, options) => write('POST', path, body, options),
        replace: (id, body, options) => write('PUT', pathOf(id), body, options),
        patch: (id, body, options) => write('PATCH', pathOf(id), body, options),
        remove: (id, check) => remove(pathOf(id), check),
        reorder: async (ids, { etag } = {}) => {
          const headers: { [name: string]: string } = etag ? { 'If-Match': etag } : {}
          const response = await request('POST', `${path}/reorder`, { body: { ids }, headers })
          return { ...((await response.json()) as Places), etag: response.headers.get('ETag') }
        },
        batch: async (operations, { records } = {}) => {
          const options = { body: { operations }, query: { records } }
          const { items } = await requestJson<Resources[Name]['batchResult']>(
            'POST',
            `${path}/batch`,
            options,
          )
          return items
        },
        revisions: (id, paging) => list<Revision>(`${pathOf(id)}/revisions`, paging),
        revision: (id, revision, { diff } = {}) =>
          requestJson<RevisionWithState>('GET', `${pathOf(id)}/revisions/${revision}`, { query: { diff } }),
        duplicate: (id) => requestJson<Record>('POST', `${pathOf(id)}/duplicate`),
        restore: (id, revision, check) =>
          requestJson<Record>('POST', `${pathOf(id)}/revisions/${revision}/restore`, {
            headers: ifMatch(check),
          }),
        draft: (id) => requestJson('GET', draftOf(id)),
        patchDraft: (id, body, check) => requestJson('PATCH', draftOf(id), { body, headers: ifMatch(check) }),
        publishDraft: (id, check) =>
          requestJson('POST', `${draftOf(id)}/publish`, { headers: ifMatch(check) }),
        discardDraft: (id, check) => remove(draftOf(id), check),
      }
    return methods as ResourceClient<Name>
  }

  return {
    /** The methods of a resource: `admin.resource('articles')`. */
    resource,
    /** Resources and fields as the account's role may use them, for interfaces that know no resource by name. */
    schema: () => requestJson<ContentSchema>('GET', '/api/admin/schema'),
    /** The latest changes of all content. */
    changes: (paging?: Paging) => list<Change>('/api/admin/changes', paging),
    /** The working copies of records that are not in the trash, the last changed first. */
    drafts: (query?: Paging & { resource?: ResourceName }) => list<ListedDraft>('/api/admin/drafts', query),
    /** The whole site including drafts. */
    site: () => requestJson<AdminSite>('GET', '/api/admin/site'),
    /** Changes alt text and title of an image in an article's text. */
    describeArticleImage: (id: number, body: ImageDescription, check?: VersionCheck) =>
      requestJson<ArticleRecord>('PATCH', `/api/admin/articles/${id}/images`, {
        body,
        headers: ifMatch(check),
      }),
    /** The SEO scores of at most 100 articles, for a list. */
    articleScores: (ids: readonly number[]) =>
      requestJson<{ items: ArticleScores[] }>('GET', '/api/admin/articles/seo', {
        query: { ids: ids.join(',') },
      }),
    /** The ratings of an article for search engines and readers, by language. */
    rateArticle: (id: number) => requestJson<ArticleSeo>('GET', `/api/admin/articles/${id}/seo`),
    previews: {
      /** Creates a link to the current state of a record; it expires after `expires_in` seconds, 24 hours by default. */
      create: (name: PreviewableName, id: number, options: { expires_in?: number } = {}) =>
        requestJson<PreviewLink>('POST', previewPath(name, id), { body: options }),
      list: (name: PreviewableName, id: number, paging?: Paging) =>
        list<Preview>(previewPath(name, id), paging),
      /** Revokes one link of a record, or all without `preview`. */
      revoke: (name: PreviewableName, id: number, preview?: string) =>
        remove(previewPath(name, id) + (preview === undefined ? '' : `/${encodeURIComponent(preview)}`)),
    },
    users: {
      list: (query?: Paging & { q?: string }) => list<Account>('/api/admin/users', query),
      get: (id: number) => requestJson<Account>('GET', `/api/admin/users/${id}`),
      /** An account without a password is invited; the answer has the link if there is no mail server. */
      create: (body: NewAccount) => requestJson<CreatedAccount>('POST', '/api/admin/users', { body }),
      patch: (id: number, body: AccountChanges, check?: VersionCheck) =>
        requestJson<Account>('PATCH', `/api/admin/users/${id}`, { body, headers: ifMatch(check) }),
      remove: (id: number, check?: VersionCheck) => remove(`/api/admin/users/${id}`, check),
      /** Removes the second factors of a colleague, which ends their sessions. */
      resetFactors: async (id: number, body: FactorReset = {}) => {
        await request('DELETE', `/api/admin/users/${id}/factors`, { body })
      },
      /** Invites an account without a password again; the link before is no longer valid. */
      invite: (id: number) => requestJson<Invitation>('POST', `/api/admin/users/${id}/invitation`),
      withdrawInvitation: (id: number) => remove(`/api/admin/users/${id}/invitation`),
    },
    /** API tokens of the account; those of others for admins. */
    tokens: {
      list: (query?: Paging & { user_id?: number }) => list<ApiToken>('/api/admin/tokens', query),
      /** The answer shows the token, this once. */
      create: (body: NewApiToken) => requestJson<CreatedApiToken>('POST', '/api/admin/tokens', { body }),
      revoke: (id: number) => remove(`/api/admin/tokens/${id}`),
    },
    messages: {
      list: (
        query?: Paging & {
          q?: string
          read?: boolean
          spam?: boolean
          state?: Message['state']
          assignee_id?: number
        },
      ) => list<Message>('/api/admin/messages', query),
      get: (id: number) => requestJson<Message>('GET', `/api/admin/messages/${id}`),
      mark: (id: number, body: MessageMarks, check?: VersionCheck) =>
        requestJson<Message>('PATCH', `/api/admin/messages/${id}`, { body, headers: ifMatch(check) }),
      /** Changes and deletes up to 500 messages, all or none. */
      batch: (body: MessageBatch) =>
        requestJson<MessageBatchResult>('POST', '/api/admin/messages/batch', { body }),
      remove: (id: number, check?: VersionCheck) => remove(`/api/admin/messages/${id}`, check),
      /** The accounts that messages can be assigned to. */
      assignees: () =>
        requestJson<{ items: { id: number; name: string }[] }>('GET', '/api/admin/messages/assignees'),
      /** All of them as CSV. */
      export: async () => (await request('GET', '/api/admin/messages/export.csv')).blob(),
    },
    /** Whether mail is sent, what waits and what failed. */
    mail: () => requestJson<MailStatus>('GET', '/api/admin/mail'),
    newsletter: {
      list: (query?: Paging & { q?: string; spam?: boolean; state?: Subscriber['state'] }) =>
        list<Subscriber>('/api/admin/newsletter', query),
      get: (id: number) => requestJson<Subscriber>('GET', `/api/admin/newsletter/${id}`),
      remove: (id: number, check?: VersionCheck) => remove(`/api/admin/newsletter/${id}`, check),
      /** All of them as CSV. */
      export: async () => (await request('GET', '/api/admin/newsletter/export.csv')).blob(),
    },
    trash: {
      /** Deleted records and images, the last deleted first. */
      list: (query?: Paging & { q?: string; resource?: string }) =>
        list<TrashEntry>('/api/admin/trash', query),
      get: (id: number) =>
        requestJson<TrashEntry & { state: Record<string, unknown> }>('GET', `/api/admin/trash/${id}`),
      /** The history of a deleted record, as of its resource. */
      revisions: (id: number, paging?: Paging) => list<Revision>(`/api/admin/trash/${id}/revisions`, paging),
      revision: (id: number, revision: number, { diff }: { diff?: 'previous' | 'current' | number } = {}) =>
        requestJson<RevisionWithState>('GET', `/api/admin/trash/${id}/revisions/${revision}`, {
          query: { diff },
        }),
      restore: (id: number) => requestJson<RestoredRecord>('POST', `/api/admin/trash/${id}/restore`),
      /** Deletes for good, with the history of the record. */
      remove: (id: number) => remove(`/api/admin/trash/${id}`),
    },
    /** The redirects that a visitor of this path goes through. */
    resolveRedirect: (path: string) =>
      requestJson<RedirectTrace>('GET', '/api/admin/redirects/resolve', { query: { path } }),
    /** Returns those of these links, as they stand in a text, that lead nowhere on this website. */
    checkLinks: (links: readonly string[]) =>
      requestJson<LinkCheck>('POST', '/api/admin/links/check', { body: { links } }),
    /** The records with links that lead nowhere on this website. */
    brokenLinks: () => requestJson<RecordsWithBrokenLinks>('GET', '/api/admin/links/broken'),
    media: {
      list: (query?: Paging & MediaFilters) => list<Media>('/api/admin/media', query),
      /** All tags of the library, each with the number of its files. */
      tags: () => requestJson<MediaTags>('GET', '/api/admin/media/tags'),
      /** Includes the records that use the image. */
      get: (id: number) => requestJson<MediaWithUses>('GET', `/api/admin/media/${id}`),
      upload: (file: Blob, details: { name?: string; alt?: string; title?: string } = {}) => {
        const form = new FormData()
        form.set('file', file)
        for (const [name, text] of Object.entries(details)) if (text !== undefined) form.set(name, text)
        return requestJson<Media>('POST', '/api/admin/upload', { body: form })
      },
      /** Imports an image from a URL. */
      import: (body: ImageImport) => requestJson<Media>('POST', '/api/admin/import-image', { body }),
      patch: (id: number, body: MediaChanges, check?: VersionCheck) =>
        requestJson<Media>('PATCH', `/api/admin/media/${id}`, { body, headers: ifMatch(check) }),
      /** Puts another image in the place of this one in every record. */
      replace: (id: number, body: MediaReplacement) =>
        requestJson<ReplacedMedia>('POST', `/api/admin/media/${id}/replace`, { body }),
      /** Fails with 409 `in_use` while a record uses the image. */
      remove: (id: number, check?: VersionCheck) => remove(`/api/admin/media/${id}`, check),
    },
  }
}
