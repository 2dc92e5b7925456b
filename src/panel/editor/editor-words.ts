import { useWords } from '../app/words/words-context.tsx'

export const useEditorWords = () => useWords('editor')
/** The words of parts that open on demand. */
export const useToolWords = () => useWords('editor_tools')
export type EditorTranslate = ReturnType<typeof useEditorWords>
export type EditorWord = Parameters<EditorTranslate>[0]
export type ToolWord = Parameters<ReturnType<typeof useToolWords>>[0]
