/** Words and characters of a text; a word joined by zero-width non-joiners counts once, and these are no characters. */
export function countText(text: string): { words: number; characters: number } {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}\u200c'’_-]*/gu)?.length ?? 0
  const characters = [...text.replace(/\u200c|\u200d|\ufffc|\n/g, '')].length
  return { words, characters }
}
