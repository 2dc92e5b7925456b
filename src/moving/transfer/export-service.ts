// Writes the content of a running service into an archive, read through its admin API.

import type { List, Paging, ResourceName } from '../../client/index.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import type { Service } from '../service-client.ts'
import {
  type ArchivedImage,
  MEDIA_LIST,
  MESSAGES,
  pathOfMedia,
  resourceFile,
  SUBSCRIBERS,
  urlOfMedia,
} from './archive-format.ts'
import { createListWriter, type ExportProgress } from './export-database.ts'
import { accountFields } from './record-references.ts'
import type { ArchiveWriter } from './write-archive.ts'

type Export = {
  service: Service
  archive: ArchiveWriter
  withForms: boolean
  onProgress: ExportProgress
}

type Item = Record<string, unknown>

/** Resolves with the number of records by kind. Each list is read page by page, so edits meanwhile may be missed. */
export async function exportService({ service, archive, withForms, onProgress }: Export) {
  const { admin } = service.client
  const counts: Record<string, number> = {}
  const images: string[] = []
  const emails = new Map<unknown, string>()
  for (const [email, id] of await service.accounts()) emails.set(id, email)

  const write = createListWriter({ archive, counts, onProgress })
  onProgress.total(await countRecords(service, withForms))
  for (const resource of resources) {
    const accounts = accountFields(resource)
    const derived = Object.keys(resource.derived)
    await write(
      resourceFile(resource.name),
      resource.name,
      mapItems(recordsOf(service, resource.name), (item) => {
        const record = { ...item }
        for (const name of derived) delete record[name]
        for (const name of accounts) record[name] = emails.get(item[name]) ?? null
        return record
      }),
    )
  }
  await write(
    MEDIA_LIST,
    'media',
    mapItems(service.pages(admin.media.list), ({ url, v: _, ...item }) => {
      const path = pathOfMedia(String(url))
      images.push(path)
      const size = { width: item.width ?? 0, height: item.height ?? 0 }
      return { ...item, ...size, path, state: 'ready', uploaded_by: null } as unknown as ArchivedImage
    }),
  )
  if (withForms) {
    await write(
      MESSAGES,
      'messages',
      // Accounts are of that installation.
      mapItems(
        listBoth(service, admin.messages.list),
        ({ state_by: _, assignee_id: _id, assignee: _name, ...message }) => message,
      ),
    )
    await write(SUBSCRIBERS, 'subscribers', listBoth(service, admin.newsletter.list))
  }
  for (const path of images) {
    await archive.writeImage(path, iterate(await service.bytes(urlOfMedia(path))))
    onProgress.step('images')
  }
  const { languages } = await admin.schema()
  return { counts, languages }
}

async function countRecords({ client: { admin } }: Service, withForms: boolean) {
  const lists: Count[] = resources.map(({ name }) => admin.resource(name as ResourceName).list)
  // Each image has a record and a file.
  lists.push(admin.media.list, admin.media.list)
  if (withForms) lists.push(admin.messages.list, admin.newsletter.list)
  let count = 0
  for (const list of lists) count += (await list({ page: 1, per_page: 1 })).total
  return count
}

type Count = (paging: Paging) => Promise<{ total: number }>

/** All records of a resource in batches. */
export const recordsOf = ({ client, pages }: Service, name: string) =>
  pages<Item>(client.admin.resource(name as ResourceName).list)

async function* mapItems<T, Result>(batches: AsyncIterable<T[]>, change: (item: T) => Result) {
  for await (const items of batches) yield items.map(change) as object[]
}

async function* listBoth<T extends object>(
  { pages }: Service,
  list: (query: Paging & { spam: boolean }) => Promise<List<T>>,
) {
  for (const spam of [false, true]) yield* pages((paging) => list({ ...paging, spam }))
}

async function* iterate(bytes: Uint8Array) {
  yield bytes
}
