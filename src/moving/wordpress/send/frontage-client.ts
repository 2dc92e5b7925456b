// The calls of the import to the service: it lists, creates and changes records, and stores files.
import { basename } from 'node:path'
import type { ResourceName } from '../../../client/index.ts'
import { fieldIn } from '../../../text/content-language.ts'
import { type Service, ServiceError } from '../../service-client.ts'

/** The fields that the import compares; each resource has some of them. */
export type ExistingRecord = {
  id: number
  slug?: string
  title?: string
  label?: string
  url?: string
  parent_id?: number | null
  image?: string | null
  location?: string
  author_name?: string
  name?: string
  question?: string
  from_path?: string
  to_path?: string
}
export type WholeRecord = Record<string, unknown> & { version: number }

export type Captions = { alt?: string; title?: string }

/** Writes throw RefusedError; every method throws ServiceError when the service cannot be used. */
export type Client = {
  /** The tag of the site's primary language (BCP 47). */
  primaryLanguage(): Promise<string>
  /** All records of a resource, with these fields. */
  list(resource: string, fields: readonly (keyof ExistingRecord)[]): Promise<ExistingRecord[]>
  /** Creates all records or none. Returns the new ids in order. */
  createAll(resource: string, records: readonly object[]): Promise<number[]>
  read(resource: string, id: number): Promise<WholeRecord>
  /** A change is refused too when the record has another version by now. */
  change(target: { resource: string; id: number; version: number }, fields: object): Promise<void>
  /** The accounts that can sign in, and those that cannot. */
  listAccounts(): Promise<{ id: number; email: string }[]>
  /** Makes an account of a creator that is disabled; returns its id. */
  createDisabledAccount(account: { email: string; name: string }): Promise<number>
  /** Has the service download a file and returns its new URL. Also refused when the download failed. */
  importImage(file: { url: string } & Captions): Promise<string>
  /** Uploads a local file and returns its new URL. */
  uploadFile(path: string, captions: Captions): Promise<string>
  /** Whether the media library has a file with this URL. */
  hasMedia(url: string): Promise<boolean>
}

export function createImportClient({ url, client, pages, prove }: Service): Client {
  const { users, media } = client.admin
  const resource = (name: string) => client.admin.resource(name as ResourceName)
  return {
    async primaryLanguage() {
      const { languages } = await client.clientConfig()
      if (!languages?.[0])
        throw new ServiceError(`${url} does not respond like a Frontage service; check the URL.`)
      return languages[0]
    },
    async list(name, fields) {
      const found = pages((paging) => resource(name).list({ ...paging, fields: fields.join(',') }))
      return (await Array.fromAsync(found)).flat() as ExistingRecord[]
    },
    listAccounts: async () => (await Array.fromAsync(pages(users.list))).flat(),
    async createDisabledAccount({ email, name }) {
      await prove()
      // Nobody learns the password; the account is disabled at once, which no creation can do.
      const password = `${crypto.randomUUID()}${crypto.randomUUID()}`
      const { id } = await users.create({ email, name, role: 'creator', password })
      await users.patch(id, { disabled: true })
      return id
    },
    async createAll(name, records) {
      const operations = records.map((data) => ({ op: 'create', data }))
      const created = await resource(name).batch(operations as never, { records: false })
      return created.map(({ id }) => id)
    },
    read: async (name, id) => (await resource(name).get(id)) as unknown as WholeRecord,
    async change({ resource: name, id, version }, fields) {
      await resource(name).patch(id, fields as never, { version })
    },
    async uploadFile(path, captions) {
      return (await media.upload(new File([Bun.file(path)], basename(path)), captions)).url
    },
    async hasMedia(stored) {
      const { items } = await media.list({ search: basename(stored), per_page: 100 })
      return items.some((item) => item.url === stored)
    },
    importImage: async (file) => (await media.import(file)).url,
  }
}

/** The client of `--dry-run`, which reads the service and writes nothing. */
export function createRehearsalClient(client: Client): Client {
  let lastId = 0
  return {
    ...client,
    // No record has a negative id.
    createAll: async (_resource, records) => records.map(() => --lastId),
    createDisabledAccount: async () => --lastId,
    change: async () => {},
    importImage: async ({ url }) => url,
    uploadFile: async (path) => path,
  }
}

/** The English name of the demo site; a test compares it with the demo content. */
export const DEMO_NAME = 'Frontage Demo Co.'

export async function hasDemoContent(client: Client): Promise<boolean> {
  const [settings] = await client.list('site-settings', ['id'])
  return (
    settings !== undefined &&
    (await client.read('site-settings', settings.id))[fieldIn('site_name', { key: 'en' })] === DEMO_NAME
  )
}

export const DEMO_HINT =
  'The site contains the demo content; the import adds to it. To start without it: stop the service, remove its data ' +
  'directory (or give it an empty database), and start it with npm run start:empty.'
