import { plainTextOf } from '../plain-text.ts'
import { shorten } from '../shorten.ts'

/** Characters of a title that search engines show. */
export const MAX_TITLE_LENGTH = 60

/** `title` is the editors' own for search engines; without one, it is built from `heading` and the site's name. */
export type PageTitle = { title: string | null; heading: string }

/** `Heading | Site`, or only the heading if that would be too long. Empty without a title and a heading. */
export function wholeTitle({ title, heading }: PageTitle, siteName: string): string {
  if (title || !heading) return title ?? ''
  const full = `${heading} | ${siteName}`
  return full.length <= MAX_TITLE_LENGTH && !heading.includes(siteName) ? full : heading
}

/** A title as the website writes it: cut to what search engines show. */
export const cutTitle = (title: string): string => shorten(title, MAX_TITLE_LENGTH)

type Names = {
  siteName: string
  /** The field of the summary, which serves as the description of a page without one of its own. */
  summary: string
  /** The field of the editors' own title for search engines. */
  ownTitle?: string
}

/**
 * The title and description that search engines show, for the ratings of the service and of the panel: `text` gives the text of a field in
 * one language, or ''. Markup in a summary is left out.
 */
export function searchResultTexts(
  text: (field: string) => string,
  { siteName, summary, ownTitle = 'seo_title' }: Names,
) {
  const title = { title: text(ownTitle).trim() || null, heading: text('title').trim() }
  return {
    seoTitle: text('seo_title') || text('title'),
    pageTitle: wholeTitle(title, siteName),
    seoDescription: text('seo_description') || plainTextOf(text(summary)),
  }
}
