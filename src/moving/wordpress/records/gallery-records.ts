// The pictures of galleries in public texts, as records of the gallery. They stay in their texts as well.
import type { LanguageKey } from '../../../text/content-language.ts'
import type { Converter } from '../convert/convert-content.ts'
import type { GalleryPicture } from '../convert/galleries.ts'
import type { ImageLibrary, ImageSource } from '../convert/image-library.ts'
import type { AddNote } from '../convert/import-notes.ts'
import { decodePercent } from '../convert/shortcode-parts.ts'
import { plainText, truncate } from '../convert/to-plain-text.ts'
import type { Attachment } from '../read/wordpress-export.ts'
import { namesOf, type TextRecord, type Texts, translatedFrom } from './text-records.ts'

/** `category` is the title of the text that shows the picture. */
export type GalleryRecord = { image: string } & Texts<'image_alt' | 'title' | 'caption' | 'category', string>
export type GalleryToImport = { name: string; image: ImageSource; record: GalleryRecord }

type Options = {
  attachments: readonly Attachment[]
  library: ImageLibrary
  picturesOf: Converter['picturesOf']
  change: AddNote
}
type Found = Map<LanguageKey, GalleryPicture>

/** A picture that several galleries show is one record, of the first. */
export function toGalleryRecords(texts: readonly TextRecord[], options: Options): GalleryToImport[] {
  const byUrl = new Map(options.attachments.map((attachment) => [attachment.url, attachment]))
  const records = new Map<string, GalleryToImport>()
  for (const text of texts) {
    const found = picturesOf(text, options)
    for (const [url, pictures] of found) {
      if (!records.has(url)) records.set(url, toRecord(text, url, pictures, byUrl.get(url)))
    }
    if (found.size > 0)
      options.change(text.resource, text.name, 'pictures of its galleries are in the gallery too', found.size)
  }
  return [...records.values()]
}

/** The pictures by the address of the original. */
function picturesOf({ texts }: TextRecord, { library, picturesOf }: Options) {
  const found = new Map<string, Found>()
  for (const [language, text] of texts.inLanguages) {
    for (const picture of picturesOf(text)) {
      const address = URL.parse(picture.url, text.link || undefined)?.href
      if (!address || !/^https?:/.test(address)) continue
      const url = library.find(address)?.url ?? address
      found.getOrInsertComputed(url, (): Found => new Map()).getOrInsert(language, picture)
    }
  }
  return found
}

function toRecord(
  text: TextRecord,
  url: string,
  inLanguages: Found,
  attachment: Attachment | undefined,
): GalleryToImport {
  // The library has one description of a picture, in the language of the text that names the record.
  const [main] = inLanguages.values()
  const textIn = (picture: GalleryPicture, field: 'alt' | 'caption', max: number) => {
    const text = picture[field] || plainText((picture === main && attachment?.[field]) || '')
    return text === '' ? null : truncate(text, max)
  }
  const ownTitle = attachment && titleOf(attachment)
  const record: GalleryRecord = {
    image: url,
    ...translatedFrom('image_alt', { inLanguages }, (picture) => textIn(picture, 'alt', 300)),
    ...(ownTitle && { title: ownTitle }),
    ...translatedFrom('caption', { inLanguages }, (picture) => textIn(picture, 'caption', 1_000)),
    ...translatedFrom('category', { inLanguages: namesOf(text) }, (name) => truncate(name, 300)),
  }
  return { name: ownTitle ?? url, image: { url, alt: record.image_alt ?? '', title: ownTitle ?? '' }, record }
}

/** WordPress names an upload after its file until an editor does; such a name says nothing. */
function titleOf({ title, url }: Attachment): string | null {
  const words = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  const file = decodePercent(/(?<![^/])[^/]*(?=\.\w+$)/.exec(url)?.[0] ?? '')
  const text = truncate(plainText(title), 300)
  return text === '' || words(file).startsWith(words(text)) ? null : text
}
