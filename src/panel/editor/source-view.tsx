import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { TextArea, TextField } from 'react-aria-components'
import { useToolWords } from './editor-words.ts'
import { renameForbidden } from './paste/rename-forbidden.ts'
import { breakLines, serializeHtml } from './serialize-html.ts'

type Props = { editor: Editor; label: string; isReadOnly: boolean }

/** The HTML of the text. What is typed goes through the editor, which leaves out what cannot be stored. */
export function SourceView({ editor, label, isReadOnly }: Props) {
  const t = useToolWords()
  const [source, setSource] = useState(() => breakLines(serializeHtml(editor.state.doc)))
  const change = (html: string) => {
    setSource(html)
    editor.commands.setContent(renameForbidden(html), { emitUpdate: true })
  }
  return (
    <TextField
      className="source-view"
      aria-label={t('source_label', { label })}
      value={source}
      onChange={change}
      isReadOnly={isReadOnly}
    >
      <TextArea className="source-text" dir="ltr" spellCheck={false} rows={16} autoFocus />
      <p className="description">{t('source_hint')}</p>
    </TextField>
  )
}
