// The parts of the editor that a text needs once it is entered: further cursors, blocks that are inserted or offered, the
// keys that leave a block, and the editing of tables.
import type { Editor } from '@tiptap/core'
import { dropCursor } from '@tiptap/pm/dropcursor'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { requireScript } from '../app/api/missing-scripts.ts'
import { linkBeforeEnter } from './link-before-enter.ts'
import { addedParagraph } from './schema/added-paragraph.ts'
import { leavingKeys } from './schema/leaving-keys.ts'
import { selectionBeforeKeys } from './selection-before-keys.ts'
import { slashTrigger } from './slash-trigger.ts'

const loadTableEditing = () => import('./schema/table-editing.ts')

/** Gives the editor the plugins for this; called once. */
export function enterText(editor: Editor): void {
  if (editor.isDestroyed) return
  const dropped = dropCursor({ width: 2, color: false, class: 'drop-cursor' })
  for (const plugin of [selectionBeforeKeys(), addedParagraph(), leavingKeys(), gapCursor(), dropped])
    editor.registerPlugin(plugin)
  for (const plugin of [linkBeforeEnter(), slashTrigger(editor)])
    editor.registerPlugin(plugin, (added, plugins) => [added, ...plugins])
  const loadTables = () => {
    if (!editor.isActive('table')) return
    editor.off('transaction', loadTables)
    requireScript(loadTableEditing).then(
      ({ tablePlugins }) => {
        if (editor.isDestroyed) return
        // Behind the keys of the blocks that are offered.
        for (const plugin of tablePlugins().reverse())
          editor.registerPlugin(plugin, (added, [first, ...others]) => [
            ...(first ? [first] : []),
            added,
            ...others,
          ])
      },
      () => void editor.on('transaction', loadTables),
    )
  }
  editor.on('transaction', loadTables)
  loadTables()
}

export { insertPictures, insertRule, insertTable } from './insert-blocks.ts'
