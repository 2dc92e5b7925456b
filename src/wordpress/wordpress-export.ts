// The contents of a WordPress export (WXR).

/** `slug` is as WordPress stores it: percent-encoded in lower case where it is not ASCII. */
export type Term = { id: number; slug: string; name: string; description: string }
export type TermReference = { slug: string; name: string }

/** A post or a page. Texts are HTML; dates are `YYYY-MM-DD HH:MM:SS`, with zeros where unknown. */
export type Post = {
  id: number
  title: string
  slug: string
  content: string
  excerpt: string
  status: string
  /** Not trimmed: even a blank one protects the post. */
  password: string
  date: string
  dateGmt: string
  /** RFC 822. */
  pubDate: string
  categories: TermReference[]
  tags: TermReference[]
  /** The attachment id of the featured image; 0 for none. */
  thumbnailId: number
}

/** `id` is unique only within its menu. */
export type MenuItem = {
  id: number
  menu: TermReference | null
  order: number
  title: string
  status: string
  /** `custom`, `post_type`, `taxonomy` or `post_type_archive`. */
  type: string
  object: string
  objectId: number
  parentId: number
  url: string
  newTab: boolean
}

export type Attachment = {
  id: number
  title: string
  url: string
  alt: string
  /** HTML. */
  caption: string
  /** The post it was uploaded to; 0 for none. */
  parentId: number
  order: number
}

export type WordPressExport = {
  version: string
  /** The addresses of the exported site. */
  sites: string[]
  categories: Term[]
  authors: { login: string; name: string }[]
  posts: Post[]
  pages: Post[]
  menuItems: MenuItem[]
  attachments: Attachment[]
  comments: number
  /** The number of items of every other post type. */
  others: Map<string, number>
}

/** The file is not a WordPress export or not a complete one; the message completes “FILE is …”. */
export class ExportError extends Error {}
