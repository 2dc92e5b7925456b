// Reads the records that a block shows, in the language of the page.
import type { Resource } from '../../content/definition/define-resource.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { type TranslatedName, textIn } from '../../text/content-language.ts'
import { readAll } from '../view/site-records.ts'
import type { Site } from '../view/site-view.ts'

/** A record and its texts in the language of the page; null for a text without translation. */
export type Translated<Record> = { record: Record; text(field: TranslatedName<Record>): string | null }

/** The records whose `field` has a text in the language of the page. */
export function translatedRecords<Record>(
  site: Site,
  view: SnapshotView,
  { resource, field }: { resource: Resource; field: TranslatedName<Record> },
): Translated<Record>[] {
  return readAll<Record>(view, resource).flatMap((record) => {
    const translated = translate(site, record)
    return translated.text(field) === null ? [] : [translated]
  })
}

export function translate<Record>({ language }: Site, record: Record): Translated<Record> {
  const fields = record as unknown as { [name: string]: string | null }
  return { record, text: (field: string) => textIn(fields, field, language) }
}
