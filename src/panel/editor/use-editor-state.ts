import type { Editor } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { useCallback, useRef, useSyncExternalStore } from 'react'

/** A plain value of the editor's state; the component renders again only when it changes. */
export function useEditorState<Value>(editor: Editor, select: (editor: Editor) => Value): Value {
  const last = useRef<{ state: EditorState; text: string; value: Value } | null>(null)
  const subscribe = useCallback(
    (listener: () => void) => {
      editor.on('transaction', listener)
      return () => void editor.off('transaction', listener)
    },
    [editor],
  )
  return useSyncExternalStore(subscribe, () => {
    const { state } = editor
    if (last.current?.state === state) return last.current.value
    const value = select(editor)
    const text = JSON.stringify(value)
    last.current = { state, text, value: last.current?.text === text ? last.current.value : value }
    return last.current.value
  })
}
