import type { Media } from '../../client/index.ts'
import type { FieldIn } from '../../text/content-language.ts'

/** The file name in the URL of a file of the library. */
export function nameOf({ url }: Pick<Media, 'url'>): string {
  const name = url.slice(url.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** A file that is no document: with a size in pixels. */
export type ImageFile = Media & { width: number; height: number }

export const isImage = (file: Media): file is ImageFile => file.mime.startsWith('image/')

export const isOfKind = (file: Media, kind: FileKind): boolean => isImage(file) === (kind === 'image')

export type FileKind = 'image' | 'document'

/** Which file the picker asks for; `altKey` is the alt text of the library that a picture begins with. */
export type FileQuestion = { kind: FileKind; altKey?: FieldIn<'alt'> }

// The service looks at the content of files; these are the types that are offered.
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
const DOCUMENT_TYPES = ['application/pdf']

/** The types of one kind, or of both. */
export function typesOf(kind: FileKind | null): string[] {
  if (kind === null) return [...IMAGE_TYPES, ...DOCUMENT_TYPES]
  return kind === 'image' ? IMAGE_TYPES : DOCUMENT_TYPES
}
