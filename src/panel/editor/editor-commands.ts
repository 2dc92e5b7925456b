// What the toolbar does beyond TipTap's own commands.
import type { Editor } from '@tiptap/core'
import { isAllowedUrl } from '../../text/rich-text-allow-list.ts'
import { tidyLink } from '../records/tidy-link.ts'

export type Alignment = 'left' | 'center' | 'right' | null

const ALIGNMENT = /^(?:has-text-align-|text-|align)(left|center|right)$/

/** The alignment in the class names of a node. */
export function alignmentIn(className: string | null | undefined): Alignment {
  for (const name of className?.split(' ') ?? []) {
    const side = ALIGNMENT.exec(name)?.[1]
    if (side) return side as Alignment
  }
  return null
}

/** The class names with another alignment. */
export function withAlignment(className: string | null, prefix: string, alignment: Alignment): string | null {
  const others = className?.split(' ').filter((name) => !ALIGNMENT.test(name)) ?? []
  return [...others, ...(alignment ? [prefix + alignment] : [])].join(' ') || null
}

const isText = (name: string) => name === 'paragraph' || name === 'heading'

/** Aligns the selected paragraphs and headings by class, as WordPress names them. */
export const alignText = (editor: Editor, alignment: Alignment) =>
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      const { from, to } = state.selection
      state.doc.nodesBetween(from, to, (node, position) => {
        if (!isText(node.type.name)) return
        const className = withAlignment(node.attrs.class, 'has-text-align-', alignment)
        tr.setNodeAttribute(position, 'class', className)
      })
      return true
    })
    .run()

/** Sets the direction of the selected blocks; null is that of the whole text. */
export const setDirection = (editor: Editor, dir: 'rtl' | 'ltr' | null) =>
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      const { from, to } = state.selection
      state.doc.nodesBetween(from, to, (node, position) => {
        if (isText(node.type.name)) tr.setNodeAttribute(position, 'dir', dir)
      })
      return true
    })
    .run()

/** Puts a table of three by three cells with a header row at the cursor, and the cursor into its first cell. */
export function insertTable(editor: Editor): void {
  const row = (type: string) => ({
    type: 'tableRow',
    content: [1, 2, 3].map(() => ({ type, content: [{ type: 'paragraph' }] })),
  })
  const content = [row('tableHeader'), row('tableCell'), row('tableCell')]
  const { from } = editor.state.selection
  editor.chain().focus().insertContent({ type: 'table', content }).run()
  // A table that took the place of an empty paragraph stands one position further in front.
  editor.state.doc.nodesBetween(Math.max(from - 1, 0), editor.state.selection.to, (node, position) => {
    if (node.type.name !== 'table') return true
    editor.commands.setTextSelection(position + 4)
    return false
  })
}

/** The address that was meant by a link as it was typed; null for one that cannot be stored. */
export function linkAddress(typed: string): string | null {
  const address = tidyLink(typed)
  return isAllowedUrl(address) ? address : null
}
