import { fieldInAll, type LanguageKey, languagesWith, type Translated } from '../../text/content-language.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { type Period, visiblePeriod } from '../rules/visibility.ts'
import { resolveLink } from '../site-path.ts'
import { type Detail, type PublicJson, publicJson } from './public-json.ts'

/** A published record in the form that public reads need. `from` and `until` bound the time in which it is visible. */
export class SnapshotEntry implements Period {
  /** The public view; null while it is not in memory. See record-texts.ts. */
  texts: PublicJson | null = null
  readonly id: number
  readonly version: number
  readonly position: number
  readonly slug: string | null
  readonly key: string | null
  readonly categoryId: number | null
  readonly tags: readonly string[]
  /** The languages, apart from the primary one, in which the record has all texts that it must have. */
  readonly translations: readonly LanguageKey[]
  /** The number of words of the long text, by column; null where the write did not count them. */
  readonly words: Translated<'words', number | null> | null
  /** The path that a redirect starts from; null for other resources. */
  readonly redirectFrom: string | null
  /** The path of this site that a redirect leads to; null for a target elsewhere and for other resources. */
  readonly redirectTo: string | null
  readonly from: number
  readonly until: number

  constructor(
    readonly resource: Resource,
    row: Row,
  ) {
    const { key, countedText, redirectFields } = resource
    this.id = row.id
    this.version = row.version
    this.position = typeof row.position === 'number' ? row.position : 0
    this.slug = typeof row.slug === 'string' ? row.slug : null
    this.key = key ? String(row[key]) : null
    this.categoryId = typeof row.category_id === 'number' ? row.category_id : null
    this.tags = Array.isArray(row.tags) && row.tags.length > 0 ? row.tags : NO_TAGS
    this.translations = languagesWith(row, resource.requiredTexts)
    this.words = countedText ? wordsOf(row) : null
    this.redirectFrom = redirectFields ? String(row[redirectFields.from]) : null
    this.redirectTo =
      redirectFields && this.redirectFrom !== null
        ? (resolveLink(String(row[redirectFields.to]), this.redirectFrom)?.path ?? null)
        : null
    const { from, until } = visiblePeriod(resource, row)
    this.from = from
    this.until = until
  }

  /** The public view as JSON. */
  get fragment(): Buffer<ArrayBuffer> {
    return textsOf(this).json.full
  }

  /** The public view without long texts; the fragment itself if the resource has none. */
  get summary(): Buffer<ArrayBuffer> {
    return textsOf(this).json.summary
  }

  /** The URLs of media in the fragment and in the summary. */
  get mediaUrls(): { [Name in Detail]: readonly string[] } {
    return textsOf(this).mediaUrls
  }
}

const NO_TAGS: readonly string[] = []

const wordsOf = (row: Row) =>
  Object.fromEntries(fieldInAll('words').map((name) => [name, row[name] ?? null])) as SnapshotEntry['words']

/** A row with its texts. */
export function toEntry(resource: Resource, row: Row): SnapshotEntry {
  const entry = new SnapshotEntry(resource, row)
  entry.texts = publicJson(resource, row)
  return entry
}

/** Thrown by a read of what is not in memory; `Snapshot.read` loads it and calls the reader again. */
export class MissingFromMemory extends Error {
  /** `images`: their paths in the library. */
  constructor(
    readonly entries: readonly SnapshotEntry[],
    readonly images: readonly string[] = [],
  ) {
    super('What is read is not in memory.')
  }
}

function textsOf(entry: SnapshotEntry): PublicJson {
  if (!entry.texts) throw new MissingFromMemory([entry])
  return entry.texts
}

/** Entries whose texts will be read: missing ones are loaded together instead of one by one. */
export function needTexts<Entries extends readonly SnapshotEntry[]>(entries: Entries): Entries {
  const missing = entries.filter(({ texts }) => texts === null)
  if (missing.length > 0) throw new MissingFromMemory(missing)
  return entries
}
