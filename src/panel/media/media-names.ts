import type { Media } from '../../client/index.ts'
import type { FileKind } from './file-types.ts'

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

const VARIED = /^image\/(?:jpeg|png|webp|avif)$/

/** The address of a small version; animated and unknown pictures have none. */
export const thumbnailOf = ({ url, mime, width }: ImageFile): string =>
  VARIED.test(mime) && width > 320 ? `${url}?w=320&f=auto` : url
