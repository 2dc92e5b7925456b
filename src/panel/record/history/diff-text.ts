// The difference of two texts by words. Words of any script count as one, a Persian word with ZWNJ too.
import { diffArrays } from 'diff'

export type TextPart = { kind: 'same' | 'added' | 'removed'; text: string }

const TOKEN = /\n+|[^\S\n]+|[\p{L}\p{N}\p{M}\u200c]+|[^\s\p{L}\p{N}\p{M}]/gu
/** Beyond this the texts have hardly anything in common, and comparing them would take seconds. */
const MAX_EDITS = 1_000

const tokensOf = (text: string): string[] => text.match(TOKEN) ?? []

/** The parts in reading order; texts that have little in common are shown as removed and added as a whole. */
export function diffText(before: string, after: string): TextPart[] {
  const changes = diffArrays(tokensOf(before), tokensOf(after), { maxEditLength: MAX_EDITS })
  if (!changes) return withoutEmpty([part('removed', before), part('added', after)])
  return changes.map(({ added, removed, value }) =>
    part(added ? 'added' : removed ? 'removed' : 'same', value.join('')),
  )
}

const part = (kind: TextPart['kind'], text: string): TextPart => ({ kind, text })
const withoutEmpty = (parts: TextPart[]) => parts.filter(({ text }) => text !== '')

/** Characters of unchanged text that stay at each side of a change. */
const CONTEXT = 80

/** Leaves out the middle of long unchanged stretches. */
export function withoutLongSame(parts: readonly TextPart[]): TextPart[] {
  return parts.map((current, index) => {
    const { kind, text } = current
    const [keepStart, keepEnd] = [index > 0 ? CONTEXT : 0, index < parts.length - 1 ? CONTEXT : 0]
    if (kind !== 'same' || parts.length === 1 || text.length <= keepStart + keepEnd + CONTEXT) return current
    const start = cutAtSpace(text.slice(0, keepStart))
    const end = keepEnd === 0 ? '' : text.slice(-keepEnd).replace(/^\S*\s/, '')
    return part('same', `${start}${start && end ? ' … ' : '…'}${end}`)
  })
}

const cutAtSpace = (text: string) => text.replace(/\s\S*$/, '')
