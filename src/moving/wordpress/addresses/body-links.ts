// Changes links in texts from the old site to the new one. Images and other uploaded files are not links: they keep their
// addresses until they are imported.
import { fieldIn } from '../../../text/content-language.ts'
import { escapeHtml, unescapeHtml } from '../../../text/html.ts'
import { idOfLink } from '../../../text/rich-text-allow-list.ts'
import type { AddNote } from '../convert/import-notes.ts'
import { furtherLanguageOf } from '../read/site-languages.ts'
import { TEXT_RESOURCES, type TextRecord } from '../records/text-records.ts'
import { type AddressBook, languageOfPath, placeIn } from './old-addresses.ts'

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

/** The new place of a link to the old site, with its fragment as ids are stored; null if it leads nowhere. */
export function newLinkOf(link: string, { book, from }: Pick<Options, 'book' | 'from'>): string | null {
  const place = book.find(link, from)
  if (!place) return null
  const url = URL.parse(link, from || undefined)
  const language = furtherLanguageOf(url?.searchParams.get('lang') ?? '')
  const { to } = language && languageOfPath(place.to) === 'primary' ? placeIn(place, language) : place
  const id = idOfLink(url?.hash ?? '')
  return id === '' ? to : `${to}#${id}`
}

type RecordOptions = { book: AddressBook; keep: boolean; change: AddNote; dead: AddNote }

/** Changes the links in the text of a record, and notes what was changed and what leads nowhere. */
export function changeRecordLinks({ resource, name, texts, record }: TextRecord, options: RecordOptions) {
  const { book, keep, change, dead } = options
  const { body } = TEXT_RESOURCES[resource]
  if (body === null) return
  let count = 0
  for (const [key, post] of texts.inLanguages) {
    const field = fieldIn(body, { key })
    const html = record[field]
    if (typeof html !== 'string') continue
    const result = changeLinks(html, { book, from: post.link, keep })
    record[field] = result.html
    count += result.changed
    for (const link of new Set(result.dead)) dead(resource, name, link)
  }
  if (count > 0) change(resource, name, 'links to the old site changed to the new addresses', count)
}
