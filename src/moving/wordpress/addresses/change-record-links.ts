// Changes the links in the texts of all records, and notes what was changed and what leads nowhere.

import type { AddNote } from '../convert/import-notes.ts'
import type { ArticleToImport } from '../records/article-records.ts'
import { MAPPED_RESOURCES, type MappedRecord } from '../records/custom-types.ts'
import type { PageToImport } from '../records/page-records.ts'
import type { PostTexts } from '../records/select-posts.ts'
import { changeLinks } from './body-links.ts'
import type { AddressBook } from './old-addresses.ts'

type Records = { articles: ArticleToImport[]; pages: PageToImport[]; mapped: MappedRecord[] }
type Options = { book: AddressBook; keep: boolean; change: AddNote; dead: AddNote }

export function changeRecordLinks({ articles, pages, mapped }: Records, options: Options) {
  for (const { texts, record } of articles)
    changeTexts(record, { kind: 'articles', name: record.title, field: 'content', texts }, options)
  for (const { texts, record } of pages)
    changeTexts(record, { kind: 'pages', name: record.title, field: 'body', texts }, options)
  for (const { resource, name, texts, record } of mapped) {
    const { body } = MAPPED_RESOURCES[resource]
    if (body !== null) changeTexts(record, { kind: resource, name, field: body, texts }, options)
  }
}

type Field = { kind: string; name: string; field: string; texts: PostTexts }

function changeTexts(record: Record<string, unknown>, { kind, name, field, texts }: Field, options: Options) {
  const { book, keep, change, dead } = options
  let count = 0
  for (const [key, post] of [
    [field, texts.post],
    [`${field}_en`, texts.english],
  ] as const) {
    const html = record[key]
    if (typeof html !== 'string' || !post) continue
    const result = changeLinks(html, { book, from: post.link, keep })
    record[key] = result.html
    count += result.changed
    for (const link of new Set(result.dead)) dead(kind, name, link)
  }
  if (count > 0) change(kind, name, 'links to the old site changed to the new addresses', count)
}
