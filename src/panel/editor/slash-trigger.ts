// A slash that is typed into an empty paragraph offers the blocks; what is typed behind it chooses among them.
import type { Editor } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** The start of the paragraph that begins with the slash. */
const key = new PluginKey<number | null>('slash')

/** Handles a key in the open menu; true if the key is the menu's. */
let onKey: ((event: KeyboardEvent) => boolean) | null = null
export function takeKeys(take: typeof onKey): void {
  onKey = take
}

/** The text behind the slash, and the slash's position; null while nothing is offered. */
export function slashIn(state: EditorState): { from: number; typed: string } | null {
  const from = key.getState(state) ?? null
  return from === null ? null : { from, typed: state.selection.$from.parent.textContent.slice(1) }
}

/** Leaves the slash as text. */
export const closeSlash = (editor: Editor): void =>
  editor.view.dispatch(editor.state.tr.setMeta(key, { from: null }))

export const slashTrigger = (editor: Editor) =>
  new Plugin<number | null>({
    key,
    state: {
      init: () => null,
      apply(tr, before) {
        const meta: { from: number | null } | undefined = tr.getMeta(key)
        const from = meta ? meta.from : before !== null && tr.mapping.map(before, -1)
        if (typeof from !== 'number') return null
        const { $from, empty } = tr.selection
        const isThere = empty && $from.parent.type.name === 'paragraph' && $from.start() === from
        return isThere && $from.parentOffset > 0 && $from.parent.textContent.startsWith('/') ? from : null
      },
    },
    view: () => ({
      update({ state }) {
        editor.storage.extraCursors.isSlash = key.getState(state) !== null
      },
    }),
    props: {
      /** A slash alone runs from left to right; here it stands where the text starts, beside the blocks. */
      decorations(state) {
        const from = key.getState(state) ?? null
        if (from === null) return null
        const paragraph = { style: 'unicode-bidi: isolate' }
        const { parent } = state.selection.$from
        return DecorationSet.create(state.doc, [
          Decoration.node(from - 1, from - 1 + parent.nodeSize, paragraph),
        ])
      },
      handleTextInput(view, from, _, text) {
        const { parent } = view.state.doc.resolve(from)
        if (text !== '/' || parent.type.name !== 'paragraph' || parent.content.size > 0) return false
        view.dispatch(view.state.tr.insertText('/').setMeta(key, { from }))
        return true
      },
      handleKeyDown: (view, event) =>
        key.getState(view.state) !== null && !event.isComposing && (onKey?.(event) ?? false),
      handleDOMEvents: {
        blur(view) {
          if (key.getState(view.state) !== null) view.dispatch(view.state.tr.setMeta(key, { from: null }))
          return false
        },
      },
    },
  })
