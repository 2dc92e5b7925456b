// The contents of a WordPress export (WXR).

/** Metadata by key; of several values with the same key the first. */
export type Metadata = ReadonlyMap<string, string>

/** `slug` is as WordPress stores it: percent-encoded in lower case where it is not ASCII. */
export type Term = {
  id: number
  /** `category`, `post_tag` or a taxonomy of a plugin, such as `language`. */
  taxonomy: string
  slug: string
  name: string
  description: string
  /** The slug of the parent; empty for none. */
  parent: string
  metadata: Metadata
}
export type TermReference = { slug: string; name: string }

/** A comment that is not spam. Dates are as in `Post`. */
export type Comment = {
  id: number
  author: string
  email: string
  url: string
  date: string
  dateGmt: string
  /** HTML. */
  content: string
  /** `1` is approved, `0` waits for it. */
  approved: string
  /** `comment` or empty, `pingback`, `trackback`. */
  type: string
  /** The comment that it answers; 0 for none. */
  parentId: number
}

/** A post, a page or another post type. Texts are HTML; dates are `YYYY-MM-DD HH:MM:SS`, with zeros where unknown. */
export type Post = {
  id: number
  type: string
  title: string
  slug: string
  /** Its address on the old site; a draft has one with `?p=`. */
  link: string
  content: string
  /** Whether `content` is as WordPress shows it, with its paragraphs; otherwise it is as it is stored. */
  isRendered?: boolean
  /** The data that Elementor stores in place of a content, as JSON. */
  elementorData?: string
  /** Whether that data cannot be read. */
  isDamaged?: boolean
  excerpt: string
  status: string
  /** This is not trimmed: even a blank password protects the post. */
  password: string
  date: string
  dateGmt: string
  /** RFC 822. */
  pubDate: string
  /** The login of one of the authors. */
  author: string
  isSticky: boolean
  parentId: number
  order: number
  categories: TermReference[]
  tags: TermReference[]
  /** The terms of all other taxonomies. */
  terms: (TermReference & { taxonomy: string })[]
  /** The attachment id of the featured image; 0 for none. */
  thumbnailId: number
  metadata: Metadata
  comments: Comment[]
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
  slug: string
  url: string
  /** The address of its page. */
  link: string
  alt: string
  /** HTML. */
  caption: string
  /** HTML. */
  description: string
  /** The post it was uploaded to; 0 for none. */
  parentId: number
  order: number
  metadata: Metadata
}

/** Plain text, unlike `Post`. */
export type Author = { login: string; name: string; email: string }

export type WordPressExport = {
  version: string
  title: string
  tagline: string
  /** A BCP 47 tag, such as `en-US`. */
  language: string
  /** The addresses of the exported site. */
  sites: string[]
  categories: Term[]
  tags: Term[]
  /** The terms of all other taxonomies. */
  terms: Term[]
  authors: Author[]
  posts: Post[]
  pages: Post[]
  /** Items of every other post type. */
  others: Post[]
  menuItems: MenuItem[]
  attachments: Attachment[]
}

/** The file is not a WordPress export or not a complete one; the message completes “FILE is …”. */
export class ExportError extends Error {}
