// Converts the content of posts, with blocks, shortcodes, page builders, galleries and players, to the HTML that texts may
// have, and notes what the conversion changed.

import type { Post, WordPressExport } from '../read/wordpress-export.ts'
import { type ContentHtml, toContentHtml } from './content-html.ts'
import { createGalleries, type GalleryPicture } from './galleries.ts'
import type { AddNote } from './import-notes.ts'

/** `kind` and `name` are of the record that the content is for. */
export type ConvertContent = (record: { kind: string; name: string }, post: Post) => ContentHtml

export type Converter = {
  convertContent: ConvertContent
  /** The pictures of the galleries in a post whose content has been converted. */
  picturesOf(post: Post): readonly GalleryPicture[]
}

/** Articles have fields for the questions of FAQ blocks; elsewhere they stay in the text. */
export function createConverter(
  { attachments, others }: Pick<WordPressExport, 'attachments' | 'others'>,
  change: AddNote,
): Converter {
  const galleries = createGalleries(attachments)
  const reusableBlocks = reusableBlocksIn(others)
  const pictures = new Map<Post, readonly GalleryPicture[]>()
  const convertContent: ConvertContent = ({ kind, name }, post) => {
    const collectsFaqs = kind === 'articles'
    const converted = toContentHtml(post.content, {
      postId: post.id,
      galleries,
      reusableBlocks,
      isRendered: post.isRendered === true,
      collectsFaqs,
    })
    if (post.isDamaged) change(kind, name, 'has no text: the data that Elementor stored for it is damaged')
    noteContentChanges(change, { kind, name, converted })
    pictures.set(post, converted.pictures)
    return converted
  }
  return { convertContent, picturesOf: (post) => pictures.get(post) ?? [] }
}

type ConvertedPost = { kind: string; name: string; converted: ContentHtml }

function noteContentChanges(change: AddNote, { kind, name, converted }: ConvertedPost) {
  const { removed, missingImages, linkedPlayers, faqs } = converted
  for (const reason of removed) change(kind, name, reason)
  if (missingImages > 0)
    change(kind, name, 'gallery images left out: the file does not contain them', missingImages)
  if (linkedPlayers > 0) change(kind, name, 'embeds and players replaced by links', linkedPlayers)
  if (faqs.length > 0) change(kind, name, 'questions of FAQ blocks moved to the article’s FAQ', faqs.length)
}

/** The content of reusable blocks by id. WordPress shows only published ones without a password. */
const reusableBlocksIn = (posts: readonly Post[]): ReadonlyMap<number, string> =>
  new Map(
    posts
      .filter(({ type, status, password }) => type === 'wp_block' && status === 'publish' && password === '')
      .map(({ id, content }) => [id, content]),
  )
