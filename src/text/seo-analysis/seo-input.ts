export type SeoInput = {
  /** Language tag of the texts. */
  language: string
  /** Null for records that have no keyphrase of their own: nothing about it is checked. */
  keyphrase: string | null
  /** The title and the description that search engines show. */
  seoTitle: string
  seoDescription: string
  /** The title of the whole page, see `wholeTitle`: what a search result has room for decides on it. */
  pageTitle: string
  /** Null where the page has none of its own. Both languages share it. */
  slug: string | null
  /** Rich text as stored or as an editor writes it; null for pages that have only a title and a description. */
  content: string | null
  /** The featured image. */
  image: { alt: string } | null
  /** Public base of the website: tells internal from outbound links. */
  siteUrl: string
  /** Pixels of `pageTitle` in Arial at 20 px, measured on a canvas; null: estimated. */
  titleWidth: number | null
  /** Other records with the same keyphrase; null: not known, so not checked. */
  othersWithKeyphrase: readonly { id: number; title: string }[] | null
}
