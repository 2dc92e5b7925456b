import type { Editor } from '@tiptap/core'
import type { Command } from '@tiptap/pm/state'
import * as tables from '@tiptap/pm/tables'
import { useState } from 'react'
import { Button } from '../../app/design/button.tsx'
import { Dialog } from '../../app/design/dialog.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { useToolWords } from '../editor-words.ts'
import { useEditorState } from '../use-editor-state.ts'
import { ToolButton } from './tool-button.tsx'
import { ToolRow, ToolSeparator } from './tool-row.tsx'

/** Shown while the cursor is in a table. */
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
  return (
    <>
      <ToolRow label={t('table_bar')} className="tools-context">
        <ToolButton icon="row-above" label={t('row_above')} onPress={run(tables.addRowBefore)} />
        <ToolButton icon="row-below" label={t('row_below')} onPress={run(tables.addRowAfter)} />
        <ToolButton icon="row-delete" label={t('row_delete')} onPress={run(tables.deleteRow)} />
        <ToolSeparator />
        <ToolButton icon="column-before" label={t('column_before')} onPress={run(tables.addColumnBefore)} />
        <ToolButton icon="column-after" label={t('column_after')} onPress={run(tables.addColumnAfter)} />
        <ToolButton icon="column-delete" label={t('column_delete')} onPress={run(tables.deleteColumn)} />
        <ToolSeparator />
        <ToolButton icon="header-row" label={t('header_row')} onPress={run(tables.toggleHeader('row'))} />
        <ToolButton
          icon="header-column"
          label={t('header_column')}
          onPress={run(tables.toggleHeader('column'))}
        />
        <ToolButton
          icon="merge"
          label={t('cells_merge')}
          isDisabled={!canMerge}
          onPress={run(tables.mergeCells)}
        />
        <ToolButton
          icon="split"
          label={t('cell_split')}
          isDisabled={!canSplit}
          onPress={run(tables.splitCell)}
        />
        <ToolSeparator />
        <ToolButton icon="caption" label={t('table_caption')} onPress={() => setNaming(true)} />
        <ToolButton icon="trash-can" label={t('table_delete')} onPress={run(tables.deleteTable)} />
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
    <Dialog
      title={t('table_caption')}
      isOpen
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button look="primary" onPress={apply}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <TextField
        autoFocus
        label={t('table_caption')}
        value={text}
        onChange={setText}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
    </Dialog>
  )
}
