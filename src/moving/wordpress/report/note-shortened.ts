// Notes the values that were longer than their fields.

import type { AddNote } from '../convert/import-notes.ts'
import type { SiteRecords } from '../converted-site.ts'

type Named = { kind: string; name: string; record: object }

/** `shortened`: the values that were cut, and the length to which they were. */
export function noteShortened(records: SiteRecords, shortened: ReadonlyMap<string, number>, change: AddNote) {
  for (const { kind, name, record } of namedRecords(records)) {
    const reasons = valuesIn(record).flatMap(([field, value]) => {
      const max = shortened.get(value)
      return max === undefined ? [] : `${field} shortened to ${max.toLocaleString('en')} characters`
    })
    for (const [reason, list] of Map.groupBy(reasons, (reason) => reason))
      change(kind, name, reason, list.length)
  }
}

const namedRecords = (records: SiteRecords): Named[] => [
  { kind: 'site-settings', name: records.settings.site_name ?? '', record: records.settings },
  ...records.categories.map((record) => ({ kind: 'article-categories', name: record.title, record })),
  ...[...records.articles, ...records.pages, ...records.mapped].map(
    ({ resource, name, record, furtherAlts }) => ({
      kind: resource,
      name,
      record: { ...record, ...furtherAlts },
    }),
  ),
  ...records.gallery.map(({ name, record }) => ({ kind: 'gallery', name, record })),
  ...records.menu.map(({ record }) => ({ kind: 'menu', name: record.label, record })),
]

/** All texts in a record with the names of their fields, also in lists. */
function valuesIn(value: unknown, field = ''): [field: string, value: string][] {
  if (typeof value === 'string') return [[field, value]]
  if (Array.isArray(value)) return value.flatMap((item) => valuesIn(item, field))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => valuesIn(inner, field ? `${field}.${name}` : name))
}
