// The empty paragraph that the editor adds behind an inserted block, or where a key leaves one: it goes again when the cursor
// leaves it empty. A selected block is never replaced by what is typed or pasted; that goes into such a paragraph behind it.
import {
  type EditorState,
  NodeSelection,
  Plugin,
  PluginKey,
  TextSelection,
  type Transaction,
} from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

const key = new PluginKey<number | null>('addedParagraph')

/** Adds an empty paragraph at a position between blocks, with the cursor in it. */
export function addParagraph(tr: Transaction, position: number): Transaction {
  tr.insert(position, tr.doc.type.schema.nodes.paragraph!.create())
  return tr.setSelection(TextSelection.create(tr.doc, position + 1)).setMeta(key, position)
}

/** Puts the cursor behind a block that is selected as a whole; null if none is. */
export function leaveSelectedBlock({ selection, tr }: EditorState): Transaction | null {
  return selection instanceof NodeSelection && selection.node.isBlock ? addParagraph(tr, selection.to) : null
}

export const addedParagraph = () =>
  new Plugin<number | null>({
    key,
    state: {
      init: () => null,
      apply(tr, before) {
        const added: number | null | undefined = tr.getMeta(key)
        if (added !== undefined) return added
        if (before === null) return null
        const { pos, deleted } = tr.mapping.mapResult(before)
        return deleted ? null : pos
      },
    },
    appendTransaction(_, __, state) {
      const position = key.getState(state) ?? null
      if (position === null) return null
      const { selection, tr } = state
      const node = state.doc.nodeAt(position)
      const isEmpty = node?.type.name === 'paragraph' && node.content.size === 0
      if (isEmpty && selection.from === position + 1) return null
      if (isEmpty) tr.delete(position, position + node.nodeSize).setMeta('addToHistory', false)
      return tr.setMeta(key, null)
    },
    props: {
      handleTextInput: (view, _, __, text) => typeBehind(view, text),
      handlePaste(view) {
        leave(view)
        return false
      },
      handleDOMEvents: {
        compositionstart(view) {
          leave(view)
          return false
        },
        // Dictation and the keyboards of phones press no key.
        beforeinput(view, event) {
          if (event.inputType !== 'insertText' || !event.data || !typeBehind(view, event.data)) return false
          event.preventDefault()
          return true
        },
      },
    },
  })

function leave(view: EditorView): boolean {
  const tr = leaveSelectedBlock(view.state)
  if (tr) view.dispatch(tr)
  return tr !== null
}

function typeBehind(view: EditorView, text: string): boolean {
  if (!leave(view)) return false
  view.dispatch(view.state.tr.insertText(text).scrollIntoView())
  return true
}
