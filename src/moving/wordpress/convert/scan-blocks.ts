// Divides content into HTML and the comments that the block editor stores around blocks. Other comments are dropped.
// https://developer.wordpress.org/block-editor/explanations/architecture/key-concepts/

export type BlockToken =
  | { kind: 'html'; text: string }
  | {
      kind: 'block'
      /** With its namespace: `core/block`, `yoast/faq-block`. */
      name: string
      form: 'start' | 'end' | 'whole'
      attributes: Record<string, unknown>
    }

// Patterns must not backtrack over long input: some content takes minutes with a pattern that looks right.
const COMMENT = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))/g
const BLOCK = /^<!--\s+(\/?)wp:([a-z][\w-]*(?:\/[a-z][\w-]*)?)(?:\s|$)/

export function scanBlocks(content: string): BlockToken[] {
  const tokens: BlockToken[] = []
  let from = 0
  for (const { 0: comment, index } of content.matchAll(COMMENT)) {
    if (index > from) tokens.push({ kind: 'html', text: content.slice(from, index) })
    const block = readBlock(comment)
    if (block) tokens.push(block)
    from = index + comment.length
  }
  if (from < content.length) tokens.push({ kind: 'html', text: content.slice(from) })
  return tokens
}

export const hasBlocks = (content: string) => content.includes('<!-- wp:')

function readBlock(comment: string): BlockToken | null {
  const match = BLOCK.exec(comment)
  if (!match) return null
  const [start, slash, written] = match
  const name = written!.includes('/') ? written! : `core/${written}`
  if (slash) return { kind: 'block', name, form: 'end', attributes: {} }
  const rest = comment.slice(start.length, -3).trim()
  const isWhole = rest.endsWith('/')
  return {
    kind: 'block',
    name,
    form: isWhole ? 'whole' : 'start',
    attributes: readAttributes(isWhole ? rest.slice(0, -1) : rest),
  }
}

function readAttributes(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    return value !== null && typeof value === 'object' ? { ...value } : {}
  } catch {
    return {}
  }
}

/** How many blocks are open at once. Takes linear time. */
export function blockDepth(content: string): number {
  if (!hasBlocks(content)) return 0
  let depth = 0
  let deepest = 0
  for (const token of scanBlocks(content)) {
    if (token.kind !== 'block' || token.form === 'whole') continue
    depth = Math.max(0, depth + (token.form === 'start' ? 1 : -1))
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
