import type { Editor } from '@tiptap/core'
import type { Command } from '@tiptap/pm/state'
import * as tables from '@tiptap/pm/tables'
import { useState } from 'react'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { type ToolWord, useToolWords } from '../editor-words.ts'
import { useEditorState } from '../use-editor-state.ts'
import type { EditorIconName } from './editor-icons.tsx'
import { ToolButton } from './tool-button.tsx'
import { ToolRow, ToolSeparator } from './tool-row.tsx'

/** The tools of a table, while the cursor is in it. */
export function TableToolbar({ editor }: { editor: Editor }) {
  const t = useToolWords()
  const [isNaming, setNaming] = useState(false)
  const { caption, canMerge, canSplit } = useEditorState(editor, ({ state }) => ({
    caption: (editor.getAttributes('table').caption ?? '') as string,
    canMerge: tables.mergeCells(state),
    canSplit: tables.splitCell(state),
  }))
  const run = (command: Command) => () => {
    command(editor.state, editor.view.dispatch)
    editor.commands.focus()
  }
  const tool = (icon: EditorIconName, word: ToolWord, onPress: () => void, isEnabled = true) => (
    <ToolButton icon={icon} label={t(word)} isDisabled={!isEnabled} onPress={onPress} />
  )
  return (
    <>
      <ToolRow label={t('table_bar')} className="tools-context">
        {tool('row-above', 'row_above', run(tables.addRowBefore))}
        {tool('row-below', 'row_below', run(tables.addRowAfter))}
        {tool('row-delete', 'row_delete', run(tables.deleteRow))}
        <ToolSeparator />
        {tool('column-before', 'column_before', run(tables.addColumnBefore))}
        {tool('column-after', 'column_after', run(tables.addColumnAfter))}
        {tool('column-delete', 'column_delete', run(tables.deleteColumn))}
        <ToolSeparator />
        {tool('header-row', 'header_row', run(tables.toggleHeader('row')))}
        {tool('header-column', 'header_column', run(tables.toggleHeader('column')))}
        {tool('merge', 'cells_merge', run(tables.mergeCells), canMerge)}
        {tool('split', 'cell_split', run(tables.splitCell), canSplit)}
        <ToolSeparator />
        {tool('caption', 'table_caption', () => setNaming(true))}
        {tool('trash-can', 'table_delete', run(tables.deleteTable))}
      </ToolRow>
      {isNaming && (
        <CaptionDialog
          caption={caption}
          onClose={() => setNaming(false)}
          onApply={(text) => editor.commands.updateAttributes('table', { caption: text.trim() || null })}
        />
      )}
    </>
  )
}

type CaptionProps = { caption: string; onApply: (caption: string) => void; onClose: () => void }

function CaptionDialog({ caption, onApply, onClose }: CaptionProps) {
  const t = useToolWords()
  const [text, setText] = useState(caption)
  const apply = () => {
    onApply(text)
    onClose()
  }
  return (
    <FormDialog title={t('table_caption')} action={t('apply')} onSubmit={apply} onClose={onClose}>
      <TextField autoFocus label={t('table_caption')} value={text} onChange={setText} />
    </FormDialog>
  )
}
