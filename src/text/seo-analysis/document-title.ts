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
