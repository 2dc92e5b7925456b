import { createDocument, type Editor } from '@tiptap/core'

/**
 * Takes over a text from outside by replacing only the part that differs, so that caret, selection and undo survive in the
 * rest. Reports no change.
 */
export function replaceContent(editor: Editor, html: string) {
  const { doc, tr } = editor.state
  const next = createDocument(html, editor.schema)
  const start = doc.content.findDiffStart(next.content)
  const end = doc.content.findDiffEnd(next.content)
  if (start === null || end === null) return
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap))
  if (!tr.doc.eq(next)) {
    editor.commands.setContent(html, { emitUpdate: false })
    return
  }
  editor.view.dispatch(tr.setMeta('preventUpdate', true).setMeta('addToHistory', false))
}
