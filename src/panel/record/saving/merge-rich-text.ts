// Three-way merge of rich text: by blocks, and by words inside a block that both changed. Loaded with the first conflict.
// On jsdiff, which the comparison of texts uses as well.
import { diffArrays } from 'diff'
import { tokenizeHtml, VOID_ELEMENTS } from '../../../text/html.ts'
import { normaliseRichText } from '../../records/normalise-rich-text.ts'

/** `key` is equal for tokens that mean the same. */
type Token = { html: string; key: string }
/** A change of `start` up to `end` of the base. */
type Hunk = { start: number; end: number; tokens: Token[] }
type Overlap = (base: Token[], mine: Token[], theirs: Token[]) => Token[] | null

/** Beyond this the texts have hardly anything in common. */
const MAX_EDITS = 2_000
const WORDS = /&[#\w]+;|[\p{L}\p{N}\p{M}\u200c]+|\s+|[\s\S]/gu

/** The text with the changes of both sides, or null where they touch each other and somebody has to decide. */
export function mergeRichText(base: string, mine: string, theirs: string): string | null {
  const merged = mergeTokens(blocksOf(base), blocksOf(mine), blocksOf(theirs), mergeWords)
  return merged && textOf(merged)
}

/** Only a text whose tags still match is a merge. */
const mergeWords: Overlap = (base, mine, theirs) => {
  const merged = mergeTokens(wordsOf(base), wordsOf(mine), wordsOf(theirs), () => null)
  return merged && isBalanced(merged) ? merged : null
}

function mergeTokens(base: Token[], mine: Token[], theirs: Token[], onOverlap: Overlap): Token[] | null {
  const [own, other] = [hunksOf(base, mine), hunksOf(base, theirs)]
  if (!own || !other) return null
  const merged: Token[] = []
  let at = 0
  while (own.length > 0 || other.length > 0) {
    const { start, end, left, right } = nextGroup(own, other)
    merged.push(...base.slice(at, start))
    at = end
    if (right.length === 0) merged.push(...applied(base, left, start, end))
    else if (left.length === 0) merged.push(...applied(base, right, start, end))
    else {
      const [a, b] = [applied(base, left, start, end), applied(base, right, start, end)]
      const decided = isSame(a, b) ? a : onOverlap(base.slice(start, end), a, b)
      if (!decided) return null
      merged.push(...decided)
    }
  }
  return [...merged, ...base.slice(at)]
}

/** The changes of one side against the base, in order and apart from each other; null if there are too many. */
function hunksOf(base: Token[], side: Token[]): Hunk[] | null {
  const comparator = (one: Token, other: Token) => one.key === other.key
  const parts = diffArrays(base, side, { comparator, maxEditLength: MAX_EDITS })
  if (!parts) return null
  const hunks: Hunk[] = []
  let at = 0
  let open: Hunk | null = null
  for (const { added, removed, value, count } of parts) {
    if (!added && !removed) {
      open = null
      at += count
      continue
    }
    if (!open) {
      open = { start: at, end: at, tokens: [] }
      hunks.push(open)
    }
    if (added) open.tokens.push(...value)
    else {
      at += count
      open.end = at
    }
  }
  return hunks
}

/** Takes the first change, and with it all changes of both sides that touch each other. */
function nextGroup(own: Hunk[], other: Hunk[]) {
  const group = { start: 0, end: -1, left: [] as Hunk[], right: [] as Hunk[] }
  const first = !other[0] || (own[0] && isBefore(own[0], other[0])) ? own : other
  ;({ start: group.start, end: group.end } = first[0]!)
  const sides: [Hunk[], Hunk[]][] = [
    [own, group.left],
    [other, group.right],
  ]
  const [leader] = sides.find(([hunks]) => hunks === first)!
  sides.find(([hunks]) => hunks === leader)![1].push(first.shift()!)
  for (let grows = true; grows; ) {
    grows = false
    for (const [hunks, taken] of sides)
      while (hunks[0] && overlaps(group, hunks[0])) {
        const hunk = hunks.shift()!
        group.end = Math.max(group.end, hunk.end)
        taken.push(hunk)
        grows = true
      }
  }
  return group
}

const isBefore = (one: Hunk, other: Hunk) =>
  one.start < other.start || (one.start === other.start && one.end <= other.end)

/** Neighbours do not overlap; two insertions at one place do, because their order is open. */
const overlaps = (group: { start: number; end: number }, { start, end }: Hunk) =>
  start < group.end || (start === group.start && end === group.end)

/** A stretch of the base as one side has it. */
function applied(base: Token[], hunks: Hunk[], start: number, end: number): Token[] {
  const result: Token[] = []
  let at = start
  for (const hunk of hunks) {
    result.push(...base.slice(at, hunk.start), ...hunk.tokens)
    at = hunk.end
  }
  return [...result, ...base.slice(at, end)]
}

const isSame = (one: Token[], other: Token[]) =>
  one.length === other.length && one.every(({ key }, index) => key === other[index]!.key)

const textOf = (tokens: readonly Token[]) => tokens.map(({ html }) => html).join('')

/** The elements and texts at the top of the document. */
function blocksOf(html: string): Token[] {
  const blocks: Token[] = []
  let open = ''
  let depth = 0
  const close = () => {
    if (open.trim() !== '') blocks.push({ html: open, key: normaliseRichText(open) })
    open = ''
  }
  for (const { kind, tag, raw } of tokenizeHtml(html)) {
    const isStart = kind === 'start' && !VOID_ELEMENTS.has(tag)
    if (isStart && depth === 0) close()
    open += raw
    if (isStart) depth++
    else if (kind === 'end') {
      depth = Math.max(0, depth - 1)
      if (depth === 0) close()
    }
  }
  close()
  return blocks
}

const wordsOf = (blocks: Token[]): Token[] =>
  [...tokenizeHtml(textOf(blocks))].flatMap(({ kind, raw }) =>
    kind === 'text'
      ? (raw.match(WORDS) ?? []).map((word) => ({ html: word, key: word }))
      : { html: raw, key: normaliseRichText(raw) },
  )

function isBalanced(tokens: readonly Token[]): boolean {
  const open: string[] = []
  for (const { kind, tag } of tokenizeHtml(textOf(tokens))) {
    if (kind === 'start' && !VOID_ELEMENTS.has(tag)) open.push(tag)
    else if (kind === 'end' && open.pop() !== tag) return false
  }
  return open.length === 0
}
