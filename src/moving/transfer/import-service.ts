// Imports an archive into a running service through its admin API. The service assigns ids, positions and timestamps.

import type { ResourceName } from '../../client/index.ts'
import { sha256 as digestOf } from '../../platform/sha256.ts'
import { furtherFields, withValue } from '../../text/content-language.ts'
import { type Service, ServiceError } from '../service-client.ts'
import { type ArchivedRecord, pathOfMedia, TransferError, urlOfMedia } from './archive-format.ts'
import { recordsOf } from './export-service.ts'
import { importMedia } from './import-media.ts'
import { importRecords } from './import-records.ts'
import { type MediaTarget, Summary, type Target } from './import-target.ts'
import type { Archive } from './open-archive.ts'

type ServiceImport = {
  archive: Archive
  service: Service
  dryRun: boolean
  onProgress(kind: string): void
}

/** Throws TransferError and ServiceError; what was imported until then stays, and a second run continues there. */
export async function importService({
  archive,
  service,
  dryRun,
  onProgress,
}: ServiceImport): Promise<Summary> {
  const summary = new Summary()
  const library = await serviceMedia(service)
  try {
    const renamed = await importMedia({ archive, target: library, dryRun, summary, onProgress })
    const target = await serviceTarget(service)
    await importRecords({ archive, target, renamed, dryRun, summary, onProgress })
  } catch (error) {
    const hasWritten = [...summary.counts.values()].some(({ created, changed }) => created + changed > 0)
    const isKnown = error instanceof TransferError || error instanceof ServiceError
    if (!isKnown || dryRun || !hasWritten) throw error
    const reason = error.message.replace(/ No(?:thing|) (?:record )?was imported\.$/, '')
    throw new TransferError(
      `${reason}\nThe import stopped there. Records imported before stay; run the same command again to continue.`,
    )
  }
  return summary
}

async function serviceTarget(service: Service): Promise<Target> {
  const { admin } = service.client
  const accounts = new Map<string, number>()
  for (const [email, id] of await service.accounts()) accounts.set(email.toLowerCase(), id)
  return {
    isLossless: false,
    accounts,
    records: ({ name }) => recordsOf(service, name) as AsyncIterable<ArchivedRecord[]>,
    async create(resource, records) {
      const ids: number[] = []
      // The key allows to repeat a request whose answer was lost without a second record.
      for (const record of records) {
        const { id } = await admin
          .resource(resource.name as 'articles')
          .create(bodyOf(record) as never, { key: crypto.randomUUID() })
        ids.push(id)
      }
      return ids
    },
    async change(resource, changes) {
      for (const { id, version, record } of changes) {
        const { position: _, ...body } = bodyOf(record)
        await admin.resource(resource.name as ResourceName).patch(id, body as never, { version })
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
async function serviceMedia(service: Service): Promise<MediaTarget> {
  const { media } = service.client.admin
  const known = new Map<string, LibraryImage[]>()
  for await (const items of service.pages(media.list)) {
    for (const { url, size, alt, title } of items) {
      const path = pathOfMedia(url)
      const image = { path, url: urlOfMedia(path), size, alt, title }
      known.set(stemOf(path), [...(known.get(stemOf(path)) ?? []), image])
    }
  }

  return {
    isLossless: false,
    async importImage(image, { sha256, read, dryRun }) {
      for (const other of known.get(stemOf(image.path)) ?? []) {
        if (other.size !== image.size) continue
        const bytes = await service.bytes(other.url)
        if (digestOf(bytes) === sha256) return { path: other.path, outcome: 'left' }
      }
      if (dryRun) return { path: image.path, outcome: 'created' }
      const name = image.path.replace(/^.*\//, '')
      const file = new File([(await read()) as Uint8Array<ArrayBuffer>], name, { type: image.mime })
      const { id, url } = await media.upload(file, {
        name: name.replace(/\.[a-z]+$/, ''),
        ...(image.alt && { alt: image.alt }),
        ...(image.title && { title: image.title }),
      })
      const { tags, focal_x, focal_y, rotation, crop } = image
      const further = furtherFields('alt')
      const usual = {
        ...withValue(further, null),
        ...{ tags: [], focal_x: 0.5, focal_y: 0.5, rotation: 0, crop: null },
      }
      const texts = Object.fromEntries(further.map((name) => [name, image[name]]))
      const described = { ...texts, tags, focal_x, focal_y, rotation, crop }
      if (!Bun.deepEquals(described, usual)) await media.patch(id, described)
      return { path: pathOfMedia(url), outcome: 'created' }
    },
    reservePath: async () => {},
  }
}

const stemOf = (path: string) => path.replace(/^.*\//, '').replace(/(?:-\d+)?\.[a-z]+$/, '')
