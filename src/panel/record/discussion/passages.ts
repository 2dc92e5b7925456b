// Passages of rich texts that comments are about: taken from a selection, and found again by their words.
import type { Editor } from '@tiptap/core'
import type { Comment } from '../../../client/index.ts'
import { plainTextOf } from '../../../text/plain-text.ts'

export type Anchor = NonNullable<Comment['anchor']>
type Document = Editor['state']['doc']

const MAX_QUOTE = 1_000
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The selected words of an editor, or null where nothing is selected. */
export function selectedPassage(field: string, editor: Editor): Anchor | null {
  const { doc, selection } = editor.state
  const quote = oneLine(doc.textBetween(selection.from, selection.to, ' ', ' ')).slice(0, MAX_QUOTE)
  if (quote === '') return null
  return { field, quote: quote.toWellFormed(), position: doc.textBetween(0, selection.from, ' ', ' ').length }
}

/** Whether a text still has the words of a passage. */
export const hasPassage = (html: unknown, { quote }: Anchor): boolean =>
  typeof html === 'string' && oneLine(plainTextOf(html)).includes(oneLine(quote))

/** The present place of a passage's words: the one nearest to their old place. */
export function findPassage(doc: Document, { quote, position }: Anchor): { from: number; to: number } | null {
  let text = ''
  const places: number[] = []
  const add = (character: string, place: number) => {
    // A run of white space is one space, as in the quote.
    if (/\s/.test(character) && (text === '' || text.endsWith(' '))) return
    text += /\s/.test(character) ? ' ' : character
    places.push(place)
  }
  doc.descendants((node, place) => {
    if (node.isText)
      for (let index = 0; index < node.text!.length; index++) add(node.text![index]!, place + index)
    else if (node.isBlock) add(' ', place)
  })
  let found = -1
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1))
    if (found < 0 || Math.abs(at - position) < Math.abs(found - position)) found = at
  if (found < 0) return null
  return { from: places[found]!, to: places[found + quote.length - 1]! + 1 }
}
