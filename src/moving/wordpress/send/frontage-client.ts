// A client of Frontage's admin API: signs in, lists, creates and changes records.
import { basename } from 'node:path'
import { z } from 'zod'
import { createSender } from './send-request.ts'

/** The fields that the import compares; each resource has some of them. */
const existingRecord = z.object({
  id: z.int(),
  slug: z.string().optional(),
  title: z.string().optional(),
  label: z.string().optional(),
  url: z.string().optional(),
  parent_id: z.int().nullish(),
  image: z.string().nullish(),
  location: z.string().optional(),
  author_name: z.string().optional(),
  name: z.string().optional(),
  question: z.string().optional(),
  from_path: z.string().optional(),
  to_path: z.string().optional(),
})
const listPage = z.object({ items: z.array(existingRecord), total: z.int() })
const createdRecords = z.object({ items: z.array(z.object({ id: z.int() })) })
const wholeRecord = z.looseObject({ version: z.int() })
const changedRecord = z.object({ version: z.int() })
const storedImage = z.object({ url: z.string() })
const mediaPage = z.object({ items: z.array(storedImage) })
const session = z.object({ token: z.string() })
const clientConfig = z.object({ languages: z.array(z.string()).min(1) })
const account = z.object({ id: z.int(), email: z.string() })
const accountPage = z.object({ items: z.array(account), total: z.int() })
export type ExistingRecord = z.infer<typeof existingRecord>
export type WholeRecord = z.infer<typeof wholeRecord>

export type Captions = { alt?: string; title?: string }

export type Client = {
  /** The tag of the site's primary language (BCP 47). */
  primaryLanguage(): Promise<string>
  /** All records of a resource, with these fields. */
  list(resource: string, fields: readonly (keyof ExistingRecord)[]): Promise<ExistingRecord[]>
  /** Creates all records or none. Returns the new ids in order. Throws RefusedError. */
  createAll(resource: string, records: readonly object[]): Promise<number[]>
  read(resource: string, id: number): Promise<WholeRecord>
  /** Throws RefusedError, also when the record has another version by now. */
  change(target: { resource: string; id: number; version: number }, fields: object): Promise<void>
  /** The accounts that can sign in, and those that cannot. */
  listAccounts(): Promise<{ id: number; email: string }[]>
  /** Makes an account of a creator that is disabled; returns its id. Throws RefusedError. */
  createDisabledAccount(account: { email: string; name: string }): Promise<number>
  /** Has the service download a file and returns its new URL. Throws RefusedError, also when the download failed. */
  importImage(file: { url: string } & Captions): Promise<string>
  /** Uploads a local file and returns its new URL. Throws RefusedError. */
  uploadFile(path: string, captions: Captions): Promise<string>
  /** Whether the media library has a file with this URL. */
  hasMedia(url: string): Promise<boolean>
}

export type Credentials = { token: string } | { email: string; password: string }

type Options = { url: string; credentials: Credentials; sleep?: (milliseconds: number) => Promise<void> }
const PER_PAGE = 100

/** Signs in unless `credentials` is a token. Every method throws ServiceError when the service cannot be used. */
export async function connect({ url, credentials, sleep = Bun.sleep }: Options): Promise<Client> {
  const send = createSender({ url, sleep })
  const token =
    'token' in credentials
      ? credentials.token
      : (await send({ method: 'POST', path: '/api/auth/login', token: null, body: credentials }, session))
          .token

  const listAll = async <Item>(
    path: string,
    schema: z.ZodType<{ items: Item[]; total: number }>,
  ): Promise<Item[]> => {
    const items: Item[] = []
    for (let number = 1; ; number++) {
      const page = `${path}${path.includes('?') ? '&' : '?'}page=${number}&per_page=${PER_PAGE}`
      const answer = await send({ method: 'GET', path: page, token }, schema)
      items.push(...answer.items)
      if (answer.items.length === 0 || items.length >= answer.total) return items
    }
  }

  return {
    async primaryLanguage() {
      const { languages } = await send({ method: 'GET', path: '/api/client-config', token }, clientConfig)
      return languages[0]!
    },
    list: (resource, fields) => listAll(`/api/admin/${resource}?fields=${fields.join(',')}`, listPage),
    listAccounts: () => listAll('/api/admin/users', accountPage),
    async createDisabledAccount({ email, name }) {
      // Nobody learns the password; the account is disabled at once, which no creation can do.
      const password = `${crypto.randomUUID()}${crypto.randomUUID()}`
      const body = { email, name, role: 'creator', password }
      const { id } = await send({ method: 'POST', path: '/api/admin/users', token, body }, account)
      const change = {
        method: 'PATCH' as const,
        path: `/api/admin/users/${id}`,
        token,
        body: { disabled: true },
      }
      await send(change, account)
      return id
    },
    async createAll(resource, records) {
      const body = { operations: records.map((data) => ({ op: 'create', data })) }
      const path = `/api/admin/${resource}/batch?records=false`
      return (await send({ method: 'POST', path, token, body }, createdRecords)).items.map(({ id }) => id)
    },
    read: (resource, id) => send({ method: 'GET', path: `/api/admin/${resource}/${id}`, token }, wholeRecord),
    async change({ resource, id, version }, body) {
      const path = `/api/admin/${resource}/${id}`
      await send({ method: 'PATCH', path, token, body, ifMatch: `"${version}"` }, changedRecord)
    },
    async uploadFile(path, captions) {
      const form = new FormData()
      for (const [name, value] of Object.entries(captions)) form.append(name, value)
      form.append('file', Bun.file(path), basename(path))
      return (await send({ method: 'POST', path: '/api/admin/upload', token, form }, storedImage)).url
    },
    async hasMedia(url) {
      const path = `/api/admin/media?search=${encodeURIComponent(basename(url))}&per_page=${PER_PAGE}`
      return (await send({ method: 'GET', path, token }, mediaPage)).items.some((item) => item.url === url)
    },
    async importImage(body) {
      return (await send({ method: 'POST', path: '/api/admin/import-image', token, body }, storedImage)).url
    },
  }
}
