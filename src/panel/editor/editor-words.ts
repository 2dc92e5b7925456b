import { useWords } from '../words/words-context.tsx'

export const useEditorWords = () => useWords('editor')
export type EditorTranslate = ReturnType<typeof useEditorWords>
export type EditorWord = Parameters<EditorTranslate>[0]
