// The pictures of galleries in public texts, as records of the gallery. They stay in their texts as well.
import type { LanguageKey } from '../../../text/content-language.ts'
import type { Converter } from '../convert/convert-content.ts'
import type { GalleryPicture } from '../convert/galleries.ts'
import type { ImageLibrary, ImageSource } from '../convert/image-library.ts'
import type { AddNote } from '../convert/import-notes.ts'
import { decodePercent } from '../convert/shortcode-parts.ts'
import { plainText, truncate } from '../convert/to-plain-text.ts'
import type { Attachment, Post } from '../read/wordpress-export.ts'
import { englishNameOf, type TextRecord, type Texts, translated } from './text-records.ts'

/** `category` is the title of the text that shows the picture. */
export type GalleryRecord = { image: string } & Texts<'image_alt' | 'title' | 'caption' | 'category', string>
export type GalleryToImport = { name: string; image: ImageSource; record: GalleryRecord }

type Options = {
  attachments: readonly Attachment[]
  library: ImageLibrary
  picturesOf: Converter['picturesOf']
  change: AddNote
}
type Found = Record<LanguageKey, GalleryPicture | null>

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
function picturesOf({ texts: { post, english } }: TextRecord, { library, picturesOf }: Options) {
  const found = new Map<string, Found>()
  const add = (text: Post, language: LanguageKey) => {
    for (const picture of picturesOf(text)) {
      const address = URL.parse(picture.url, text.link || undefined)?.href
      if (!address || !/^https?:/.test(address)) continue
      const url = library.find(address)?.url ?? address
      const entry = found.getOrInsertComputed(url, () => ({ primary: null, en: null }))
      entry[language] ??= picture
    }
  }
  if (post !== english) add(post, 'primary')
  if (english) add(english, 'en')
  return found
}

function toRecord(
  text: TextRecord,
  url: string,
  { primary, en: english }: Found,
  attachment: Attachment | undefined,
): GalleryToImport {
  const textIn = (picture: GalleryPicture | null, field: 'alt' | 'caption', fallback = '') =>
    (picture && (picture[field] || plainText(fallback))) || null
  const cut = (text: string | null, max: number) => text && truncate(text, max)
  const ownTitle = attachment && titleOf(attachment)
  const record: GalleryRecord = {
    image: url,
    ...translated(
      'image_alt',
      cut(textIn(primary, 'alt', attachment?.alt), 300),
      cut(textIn(english, 'alt', primary ? '' : attachment?.alt), 300),
    ),
    ...translated('title', ownTitle ?? null, null),
    ...translated(
      'caption',
      cut(textIn(primary, 'caption', attachment?.caption), 1_000),
      cut(textIn(english, 'caption', primary ? '' : attachment?.caption), 1_000),
    ),
    ...translated('category', truncate(text.name, 300), cut(englishNameOf(text), 300)),
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
