import type { Node } from '@tiptap/pm/model'

/** Words and characters of a text; a word joined by zero-width non-joiners counts once, and these are no characters. */
export function countText(text: string): { words: number; characters: number } {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}\u200c'’_-]*/gu)?.length ?? 0
  const characters = [...text.replace(/\u200c|\u200d|\ufffc|\n/g, '')].length
  return { words, characters }
}

const counted = new WeakMap<Node, { words: number; characters: number }>()

/** Counts a document; blocks that a key has not changed are not counted again. */
export function countDocument(doc: Node): { words: number; characters: number } {
  const total = { words: 0, characters: 0 }
  for (const block of doc.children) {
    const count = counted.get(block) ?? countText(block.textBetween(0, block.content.size, '\n', ' '))
    counted.set(block, count)
    total.words += count.words
    total.characters += count.characters
  }
  return total
}
