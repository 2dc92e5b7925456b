// Commands of the toolbar beyond TipTap's own.
import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
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

/** Sets an attribute of the selected paragraphs and headings. */
const setOnText = (editor: Editor, name: string, toValue: (node: Node) => string | null) =>
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      const { from, to } = state.selection
      state.doc.nodesBetween(from, to, (node, position) => {
        const isText = node.type.name === 'paragraph' || node.type.name === 'heading'
        if (isText) tr.setNodeAttribute(position, name, toValue(node))
      })
      return true
    })
    .run()

/** Aligns the selected paragraphs and headings by class, as WordPress names them. */
export const alignText = (editor: Editor, alignment: Alignment) =>
  setOnText(editor, 'class', ({ attrs }) => withAlignment(attrs.class, 'has-text-align-', alignment))

/** Sets the direction of the selected blocks; null is that of the whole text. */
export const setDirection = (editor: Editor, dir: 'rtl' | 'ltr' | null) => setOnText(editor, 'dir', () => dir)

/** The address that was meant by a link as it was typed; null for one that cannot be stored. */
export function linkAddress(typed: string): string | null {
  const address = tidyLink(typed)
  return isAllowedUrl(address) ? address : null
}
