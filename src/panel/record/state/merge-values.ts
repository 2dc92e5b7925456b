// Three-way merge of a record that two people edited: field by field, as loaded, mine and theirs.
import type { FieldDescription } from '../../../client/index.ts'
import { isSameValue, type Values } from '../../records/form-values.ts'

export type Conflict = { field: FieldDescription; loaded: unknown; mine: unknown; theirs: unknown }

export type Merge = {
  /** Mine, with their changes to fields that I left alone. Fields in conflict are mine. */
  merged: Values
  /** Fields that both changed, to different values. */
  conflicts: Conflict[]
  /** The record that both started from. */
  loaded: Values
  /** Fields that only they changed. */
  adopted: FieldDescription[]
  /** Fields that both changed in different places, with the changes of both. */
  combined: FieldDescription[]
}

/** Merges rich text; null where the changes touch each other. */
export type MergeText = (loaded: string, mine: string, theirs: string) => string | null

/**
 * Merges what the two sides changed since `loaded`. Tags merge by entry, rich text with `mergeText`; any other field that
 * both changed differently is a conflict. Nothing of mine is lost: a conflict keeps mine until somebody decides.
 */
export function mergeValues(
  fields: readonly FieldDescription[],
  { loaded, mine, theirs }: { loaded: Values; mine: Values; theirs: Values },
  mergeText: MergeText = () => null,
): Merge {
  const merge: Merge = { merged: { ...theirs }, loaded, conflicts: [], adopted: [], combined: [] }
  for (const field of fields) {
    const { name } = field
    const values = { loaded: loaded[name], mine: mine[name], theirs: theirs[name] }
    const isMineUnchanged = isSameValue(field, values.loaded, values.mine)
    const isTheirsUnchanged = isSameValue(field, values.loaded, values.theirs)
    if (isMineUnchanged) {
      if (!isTheirsUnchanged) merge.adopted.push(field)
      continue
    }
    merge.merged[name] = values.mine
    if (isTheirsUnchanged || isSameValue(field, values.mine, values.theirs)) continue
    const combined = combine(field, values, mergeText)
    if (combined === null) merge.conflicts.push({ field, ...values })
    else {
      merge.merged[name] = combined
      merge.combined.push(field)
    }
  }
  return merge
}

type Sides = { loaded: unknown; mine: unknown; theirs: unknown }

function combine({ kind }: FieldDescription, values: Sides, mergeText: MergeText) {
  if (kind === 'tags') return mergeTags(values)
  if (kind !== 'rich') return null
  const { loaded, mine, theirs } = values
  return mergeText(String(loaded ?? ''), String(mine ?? ''), String(theirs ?? ''))
}

function mergeTags(values: Sides): string[] {
  const [loaded, mine, theirs] = [values.loaded, values.mine, values.theirs].map(
    (tags) => (tags ?? []) as string[],
  ) as [string[], string[], string[]]
  const isRemoved = (tag: string) => loaded.includes(tag) && !(mine.includes(tag) && theirs.includes(tag))
  return [...new Set([...mine, ...theirs])].filter((tag) => !isRemoved(tag))
}
