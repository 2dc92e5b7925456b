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
  location: z.string().optional(),
})
const listPage = z.object({ items: z.array(existingRecord), total: z.int() })
const createdRecords = z.object({ items: z.array(z.object({ id: z.int() })) })
/** The fields that show images; an article has `content`, a page `body`. */
const recordWithImages = z.object({
  version: z.int(),
  content: z.string().nullish(),
  body: z.string().nullish(),
  image: z.string().nullish(),
})
const changedRecord = z.object({ version: z.int() })
const storedImage = z.object({ url: z.string() })
const mediaPage = z.object({ items: z.array(storedImage) })
const session = z.object({ token: z.string() })
export type ExistingRecord = z.infer<typeof existingRecord>

export type RecordWithImages = z.infer<typeof recordWithImages>

export type Captions = { alt?: string; title?: string }

export type Client = {
  /** All records of a resource, with these fields. */
  list(resource: string, fields: readonly (keyof ExistingRecord)[]): Promise<ExistingRecord[]>
  /** Creates all records or none. Returns the new ids in order. Throws RefusedError. */
  createAll(resource: string, records: readonly object[]): Promise<number[]>
  read(resource: string, id: number): Promise<RecordWithImages>
  /** Throws RefusedError, also when the record has another version by now. */
  change(target: { resource: string; id: number; version: number }, fields: object): Promise<void>
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

  return {
    async list(resource, fields) {
      const items: ExistingRecord[] = []
      for (let number = 1; ; number++) {
        const path = `/api/admin/${resource}?fields=${fields.join(',')}&page=${number}&per_page=${PER_PAGE}`
        const answer = await send({ method: 'GET', path, token }, listPage)
        items.push(...answer.items)
        if (answer.items.length === 0 || items.length >= answer.total) return items
      }
    },
    async createAll(resource, records) {
      const body = { operations: records.map((data) => ({ op: 'create', data })) }
      const path = `/api/admin/${resource}/batch?records=false`
      return (await send({ method: 'POST', path, token, body }, createdRecords)).items.map(({ id }) => id)
    },
    read: (resource, id) =>
      send({ method: 'GET', path: `/api/admin/${resource}/${id}`, token }, recordWithImages),
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
