// Creates the pictures of the gallery.

import { canonicalPath } from '../addresses/old-addresses.ts'
import type { ImportOptions } from '../import-site.ts'
import type { ImportedPost } from './import-images.ts'
import { createRecordQueue, createReport } from './record-queue.ts'

/** Returns the pictures that are on the site now. */
export async function importGallery({ client, records, onResult }: ImportOptions): Promise<ImportedPost[]> {
  if (records.gallery.length === 0) return []
  const imported: ImportedPost[] = []
  const report = createReport(onResult)
  const queue = createRecordQueue(client, 'gallery', report)
  const existing = new Map(
    (await client.list('gallery', ['image'])).map(({ id, image }) => [image ?? '', id]),
  )
  const copies = await copiesOf(client)
  for (const { name, image, record } of records.gallery) {
    const add = (id: number) => {
      const imageAltInEnglish = record.image_alt_en ?? null
      imported.push({ kind: 'gallery', id, html: '', image, imageAltInEnglish })
    }
    const match = existing.get(image.url) ?? existing.get(copies.get(pathOf(image.url)) ?? '')
    if (match === undefined) await queue.add(record, add, name)
    else {
      report('gallery', name, 'already there')
      add(match)
    }
  }
  await queue.flush()
  return imported
}

/** The copies that an earlier run with --media made, by the paths on the old site: it left redirects to them. */
async function copiesOf(client: ImportOptions['client']): Promise<ReadonlyMap<string, string>> {
  const redirects = await client.list('redirects', ['from_path', 'to_path'])
  return new Map(redirects.map(({ from_path = '', to_path = '' }) => [from_path, to_path]))
}

const pathOf = (url: string) => canonicalPath(URL.parse(url)?.pathname ?? '') ?? ''
