// Writes the content of a running service into an archive, read through its admin API.
import { resources } from '../../content/resources/resource-registry.ts'
import type { AdminApi } from './admin-api.ts'
import { type ArchivedImage, MEDIA_LIST, MESSAGES, resourceFile, SUBSCRIBERS } from './archive-format.ts'
import { type ExportProgress, eachStep } from './export-database.ts'
import { accountFields } from './record-references.ts'
import type { ArchiveWriter } from './write-archive.ts'

type Export = {
  api: AdminApi
  archive: ArchiveWriter
  withForms: boolean
  onProgress: ExportProgress
}

type Item = Record<string, unknown>

/** Resolves with the number of records by kind. Each list is read page by page, so edits meanwhile may be missed. */
export async function exportService({ api, archive, withForms, onProgress }: Export) {
  const counts: Record<string, number> = {}
  const images: { path: string; url: string }[] = []
  const emails = new Map<unknown, unknown>()
  for await (const users of api.list('/api/admin/users'))
    for (const { id, email } of users) emails.set(id, email)

  async function write(name: string, kind: string, batches: AsyncIterable<readonly object[]>) {
    counts[kind] = await archive.writeRecords(
      name,
      eachStep(batches, () => onProgress.step(kind)),
    )
  }

  onProgress.total(await countRecords(api, withForms))
  for (const resource of resources) {
    const accounts = accountFields(resource)
    const derived = Object.keys(resource.derived)
    await write(
      resourceFile(resource.name),
      resource.name,
      mapItems(api.list(`/api/admin/${resource.name}`), (item) => {
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
    mapItems(api.list('/api/admin/media'), ({ url, ...item }) => {
      const path = decodeURIComponent(String(url).replace(/^.*?\/media\//, ''))
      images.push({ path, url: `/media/${path.split('/').map(encodeURIComponent).join('/')}` })
      const size = { width: item.width ?? 0, height: item.height ?? 0 }
      return { ...item, ...size, path, state: 'ready', uploaded_by: null } as unknown as ArchivedImage
    }),
  )
  if (withForms) {
    await write(MESSAGES, 'messages', listBoth(api, '/api/admin/messages'))
    await write(SUBSCRIBERS, 'subscribers', listBoth(api, '/api/admin/newsletter'))
  }
  for (const { path, url } of images) {
    const bytes = await api.bytes(url)
    await archive.writeImage(path, iterate(bytes))
    onProgress.step('images')
  }
  const schema = (await api.json('GET', '/api/admin/schema')) as { languages: string[] }
  return { counts, languages: schema.languages }
}

async function countRecords(api: AdminApi, withForms: boolean) {
  const paths = [
    ...resources.map(({ name }) => name),
    // Each image has a record and a file.
    ...['media', 'media'],
    ...(withForms ? ['messages', 'newsletter'] : []),
  ]
  let count = 0
  for (const path of paths) {
    const page = (await api.json('GET', `/api/admin/${path}?page=1&per_page=1`)) as { total: number }
    count += page.total
  }
  return count
}

async function* mapItems<Result>(batches: AsyncIterable<Item[]>, change: (item: Item) => Result) {
  for await (const items of batches) yield items.map(change) as object[]
}

async function* listBoth(api: AdminApi, path: string) {
  yield* api.list(`${path}?spam=false`)
  yield* api.list(`${path}?spam=true`)
}

async function* iterate(bytes: Uint8Array) {
  yield bytes
}
