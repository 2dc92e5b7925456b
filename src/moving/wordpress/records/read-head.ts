// The parts of a post that records of all kinds have: name, image, and fields for search engines.
import type { ConvertContent } from '../convert/convert-content.ts'
import type { ImageLibrary, ImageSource } from '../convert/image-library.ts'
import type { AddNote } from '../convert/import-notes.ts'
import type { Post } from '../read/wordpress-export.ts'
import type { Tags } from './article-tags.ts'
import type { Categories } from './category-records.ts'
import { titleOf } from './post-fields.ts'
import type { SeoFields } from './seo-fields.ts'
import { noteSeoLosses, type SeoPlaces } from './seo-notes.ts'
import { type PostTexts, postsOf, TEXT_RESOURCES, type TextResource, translatedFrom } from './text-records.ts'

export type RecordContext = {
  categories: Categories
  tags: Tags
  library: ImageLibrary
  convertContent: ConvertContent
  seoOf: (post: Post) => SeoFields
  change: AddNote
}

type Kind = {
  kind: TextResource
  name: string
  /** The fields for search engines that records of this kind have. */
  has: SeoPlaces
  /** Whether the image for previews of links may become the image of the record. */
  takesPreview: boolean
}

/** Notes what the record has no field for. `seo` is that of the text that names the record, then of its translations. */
export function readHead(texts: PostTexts, { kind, name, has, takesPreview }: Kind, context: RecordContext) {
  const { library, seoOf, change } = context
  const byPost = new Map(postsOf(texts).map((text) => [text, seoOf(text)]))
  const seo = [...byPost.values()]
  const featured = postsOf(texts).flatMap(({ thumbnailId }) => library.byId(thumbnailId) ?? [])
  const previews = takesPreview ? seo.flatMap((fields) => previewOf(fields, library) ?? []) : []
  const image = featured[0] ?? previews[0] ?? null
  const usesImage = takesPreview && previews.every(({ url }) => url === image?.url)
  for (const fields of seo) noteSeoLosses(fields, { kind, name, has, usesImage }, change)
  const inTexts = (field: string, read: (seo: SeoFields) => string | null) =>
    translatedFrom(field, texts, (text) => read(byPost.get(text)!))
  return {
    seo,
    image,
    names: {
      ...translatedFrom(TEXT_RESOURCES[kind].name, texts, titleOf),
      [TEXT_RESOURCES[kind].name]: name,
    },
    seoFields: {
      ...(has.titleAndDescription && {
        ...inTexts('seo_title', ({ title }) => title),
        ...inTexts('seo_description', ({ description }) => description),
      }),
      ...(has.keyphrase && inTexts('seo_keyphrase', ({ keyphrase }) => keyphrase)),
      ...(has.noindex && seo.some(({ noindex }) => noindex) && { noindex: true as const }),
    },
  }
}

function previewOf({ image }: SeoFields, library: ImageLibrary): ImageSource | null {
  return image && ('id' in image ? library.byId(image.id) : library.find(image.url))
}
