// Changes the links in the text of a record, and notes what was changed and what leads nowhere.

import type { AddNote } from '../convert/import-notes.ts'
import { TEXT_RESOURCES, type TextRecord } from '../records/text-records.ts'
import { inEnglish } from '../records/translated-fields.ts'
import { changeLinks } from './body-links.ts'
import type { AddressBook } from './old-addresses.ts'

type Options = { book: AddressBook; keep: boolean; change: AddNote; dead: AddNote }

export function changeRecordLinks({ resource, name, texts, record }: TextRecord, options: Options) {
  const { book, keep, change, dead } = options
  const { body } = TEXT_RESOURCES[resource]
  if (body === null) return
  let count = 0
  for (const [key, post] of [
    [body, texts.post],
    [inEnglish(body), texts.english],
  ] as const) {
    const html = record[key]
    if (typeof html !== 'string' || !post) continue
    const result = changeLinks(html, { book, from: post.link, keep })
    record[key] = result.html
    count += result.changed
    for (const link of new Set(result.dead)) dead(resource, name, link)
  }
  if (count > 0) change(resource, name, 'links to the old site changed to the new addresses', count)
}
