// Creates the pictures of the gallery.
import { canonicalPath } from '../addresses/old-addresses.ts'
import { inEnglish } from '../records/translated-fields.ts'
import type { ImportedPost } from './import-images.ts'
import { type ImportOptions, openResource } from './record-queue.ts'

/** Returns the pictures that are on the site now. */
export async function importGallery(options: ImportOptions): Promise<ImportedPost[]> {
  const { client, records } = options
  if (records.gallery.length === 0) return []
  const imported: ImportedPost[] = []
  const { existing, report, add, flush } = await openResource(options, 'gallery', ['image'])
  const byImage = new Map(existing.map(({ id, image }) => [image ?? '', id]))
  // An earlier run with --media left redirects to its copies.
  const redirects = await client.list('redirects', ['from_path', 'to_path'])
  const copies = new Map(redirects.map(({ from_path = '', to_path = '' }) => [from_path, to_path]))
  for (const { name, image, record } of records.gallery) {
    const imageAltInEnglish = record[inEnglish('image_alt')] ?? null
    const onPresent = (id: number) =>
      void imported.push({ kind: 'gallery', id, html: '', image, imageAltInEnglish })
    const match = byImage.get(image.url) ?? byImage.get(copies.get(pathOf(image.url)) ?? '')
    if (match === undefined) await add(record, name, onPresent)
    else {
      report(name, 'already there')
      onPresent(match)
    }
  }
  await flush()
  return imported
}

const pathOf = (url: string) => canonicalPath(URL.parse(url)?.pathname ?? '') ?? ''
