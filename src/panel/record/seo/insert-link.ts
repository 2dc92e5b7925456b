import type { Editor } from '@tiptap/core'

type LinkTarget = { title: string; path: string }

/**
 * Makes the selected text a link and returns true; without a selection, inserts the title as a linked text at the cursor, or
 * at the end of a text in which the cursor never was.
 */
export function insertLink(editor: Editor, { title, path }: LinkTarget): boolean {
  const { empty, from, to } = editor.state.selection
  const isSelected = !empty && editor.state.doc.textBetween(from, to).trim() !== ''
  const attrs = { href: path }
  if (isSelected) {
    editor.chain().focus().setMark('link', attrs).run()
    return true
  }
  const chain = editor.chain().focus(isUntouched(editor) ? 'end' : undefined)
  chain
    .insertContent([{ type: 'text', text: title, marks: [{ type: 'link', attrs }] }])
    .unsetMark('link')
    .run()
  return false
}

const isUntouched = ({ state: { selection, doc } }: Editor) =>
  selection.from <= 1 && doc.textContent.length > 0
