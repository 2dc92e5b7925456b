// Imports an archive into a running service through its admin API. The service assigns ids, positions and timestamps.
import type { AdminApi } from './admin-api.ts'
import { type ArchivedRecord, TransferError } from './archive-format.ts'
import { importMedia } from './import-media.ts'
import { importRecords } from './import-records.ts'
import { type MediaTarget, Summary, type Target } from './import-target.ts'
import type { Archive } from './open-archive.ts'

type ServiceImport = {
  archive: Archive
  api: AdminApi
  dryRun: boolean
  onProgress(kind: string): void
}

/** Throws TransferError; what was imported until then stays, and a second run continues there. */
export async function importService({ archive, api, dryRun, onProgress }: ServiceImport): Promise<Summary> {
  const summary = new Summary()
  const library = await serviceMedia(api)
  try {
    const renamed = await importMedia({ archive, target: library, dryRun, summary, onProgress })
    const target = await serviceTarget(api)
    await importRecords({ archive, target, renamed, dryRun, summary, onProgress })
  } catch (error) {
    const hasWritten = [...summary.counts.values()].some(({ created, changed }) => created + changed > 0)
    if (!(error instanceof TransferError) || dryRun || !hasWritten) throw error
    const reason = error.message.replace(/ No(?:thing|) (?:record )?was imported\.$/, '')
    throw new TransferError(
      `${reason}\nThe import stopped there. Records imported before stay; run the same command again to continue.`,
    )
  }
  return summary
}

async function serviceTarget(api: AdminApi): Promise<Target> {
  const accounts = new Map<string, number>()
  for await (const users of api.list('/api/admin/users'))
    for (const { id, email } of users) accounts.set(String(email).toLowerCase(), id as number)
  return {
    isLossless: false,
    accounts,
    records: ({ name }) => api.list(`/api/admin/${name}`) as AsyncIterable<ArchivedRecord[]>,
    async create(resource, records) {
      const ids: number[] = []
      for (const record of records) {
        const body = bodyOf(record)
        const { id } = (await api.json('POST', `/api/admin/${resource.name}`, { body })) as { id: number }
        ids.push(id)
      }
      return ids
    },
    async change(resource, changes) {
      for (const { id, version, record } of changes) {
        const { position: _, ...body } = bodyOf(record)
        await api.json('PATCH', `/api/admin/${resource.name}/${id}`, { body, ifMatch: `"${version}"` })
      }
    },
  }
}

const bodyOf = ({
  id: _,
  version: _version,
  created_at: _created,
  updated_at: _updated,
  public_slug: _slug,
  ...fields
}: ArchivedRecord): Record<string, unknown> => fields

type LibraryImage = { path: string; url: string; size: number; alt: unknown; title: unknown }

/** An image of the same name (apart from a number) and with the same bytes is the same image. */
async function serviceMedia(api: AdminApi): Promise<MediaTarget> {
  const known = new Map<string, LibraryImage[]>()
  for await (const items of api.list('/api/admin/media')) {
    for (const { url, size, alt, title } of items) {
      const path = decodeURIComponent(String(url).replace(/^.*?\/media\//, ''))
      const image = { path, url: encodePath(path), size: size as number, alt, title }
      known.set(stemOf(path), [...(known.get(stemOf(path)) ?? []), image])
    }
  }

  return {
    isLossless: false,
    async importImage(image, { sha256, read, dryRun }) {
      for (const other of known.get(stemOf(image.path)) ?? []) {
        if (other.size !== image.size) continue
        const bytes = await api.bytes(other.url)
        if (new Bun.CryptoHasher('sha256').update(bytes).digest('hex') === sha256)
          return { path: other.path, outcome: 'left' }
      }
      if (dryRun) return { path: image.path, outcome: 'created' }
      const name = image.path.replace(/^.*\//, '')
      const form = new FormData()
      form.set('file', new Blob([(await read()) as Uint8Array<ArrayBuffer>], { type: image.mime }), name)
      form.set('name', name.replace(/\.[a-z]+$/, ''))
      if (image.alt) form.set('alt', image.alt)
      if (image.title) form.set('title', image.title)
      const { id, url } = (await api.json('POST', '/api/admin/upload', { body: form })) as {
        id: number
        url: string
      }
      const { focal_x, focal_y } = image
      if (focal_x !== 0.5 || focal_y !== 0.5)
        await api.json('PATCH', `/api/admin/media/${id}`, { body: { focal_x, focal_y } })
      return { path: decodeURIComponent(url.replace(/^.*?\/media\//, '')), outcome: 'created' }
    },
    reservePath: async () => {},
  }
}

const encodePath = (path: string) => `/media/${path.split('/').map(encodeURIComponent).join('/')}`

const stemOf = (path: string) => path.replace(/^.*\//, '').replace(/(?:-\d+)?\.[a-z]+$/, '')
