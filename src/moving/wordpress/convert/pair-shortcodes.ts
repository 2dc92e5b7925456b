// Finds the end of each shortcode that has one. A shortcode without an end stands alone, as in WordPress.
import type { Token } from './scan-shortcodes.ts'

export type Pairs = {
  /** The index of the other half by the index of a token, or -1. */
  partners: Int32Array
  /** How many elements with an end are open at once. */
  depth: number
}

/** Takes linear time: each shortcode is opened once and closed once. */
export function pairShortcodes(tokens: readonly Token[]): Pairs {
  const partners = new Int32Array(tokens.length).fill(-1)
  const open: { name: string; index: number }[] = []
  const openCounts = new Map<string, number>()
  const add = (name: string, difference: 1 | -1) =>
    openCounts.set(name, (openCounts.get(name) ?? 0) + difference)
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'shortcode') continue
    const { name } = token
    if (!token.isEnd) {
      if (token.isSelfClosing || token.raw !== null) continue
      open.push({ name, index })
      add(name, 1)
    } else if ((openCounts.get(name) ?? 0) > 0) {
      for (let last = open.pop(); last; last = open.pop()) {
        add(last.name, -1)
        if (last.name !== name) continue
        partners[last.index] = index
        partners[index] = last.index
        break
      }
    }
  }
  return { partners, depth: depthOf(partners) }
}

function depthOf(partners: Int32Array): number {
  let depth = 0
  let deepest = 0
  for (const [index, partner] of partners.entries()) {
    if (partner === -1) continue
    depth += partner > index ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
