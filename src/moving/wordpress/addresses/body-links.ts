// Changes links in texts from the old site to the new one. Images and other uploaded files are not links: they keep their
// addresses until they are imported.
import { escapeHtml, unescapeHtml } from '../../../text/html.ts'
import type { AddressBook } from './old-addresses.ts'
import { inEnglish } from './old-addresses.ts'

export type LinkChanges = {
  html: string
  /** The number of changed links. */
  changed: number
  /** Links to the old site that lead to nothing that is imported. */
  dead: string[]
}

type Options = {
  book: AddressBook
  /** The address of the text on the old site, for relative links. */
  from: string
  /** Whether links are only examined. */
  keep: boolean
}

const UPLOADS = /\/wp-content\/|\/files\/\d{4}\//

export function changeLinks(html: string, { book, from, keep }: Options): LinkChanges {
  const dead: string[] = []
  let changed = 0
  if (!/<(?:a|area|iframe)\b/i.test(html)) return { html, changed, dead }
  const changeAttribute = (attribute: 'href' | 'src') => ({
    element(element: HTMLRewriterTypes.Element) {
      // HTMLRewriter returns attribute values with their entities.
      const link = unescapeHtml(element.getAttribute(attribute) ?? '').trim()
      if (/^(?:#|[a-z][a-z\d+.-]*:(?!\/\/))/i.test(link) || link === '' || !book.isOwn(link, from)) return
      if (UPLOADS.test(link)) return
      const target = newLinkOf(link, { book, from })
      if (target === null) dead.push(link)
      else if (!keep) {
        changed++
        element.setAttribute(attribute, escapeHtml(target))
      }
    },
  })
  const result = new HTMLRewriter()
    .on('a[href], area[href]', changeAttribute('href'))
    .on('iframe[src]', changeAttribute('src'))
    .transform(html)
  return { html: keep ? html : result, changed, dead }
}

/** The new place of a link to the old site, with the fragment of the link; null if it leads nowhere. */
export function newLinkOf(link: string, { book, from }: Pick<Options, 'book' | 'from'>): string | null {
  const place = book.find(link, from)
  if (!place) return null
  const url = URL.parse(link, from || undefined)
  const asksForEnglish = url?.searchParams.get('lang')?.toLowerCase().startsWith('en') === true
  const { to } = asksForEnglish && !/[?&]lang=en\b/.test(place.to) ? inEnglish(place) : place
  return to + (url?.hash ?? '')
}
