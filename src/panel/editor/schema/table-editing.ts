import { keymap } from '@tiptap/pm/keymap'
import type { Command, Plugin } from '@tiptap/pm/state'
import { CellSelection, deleteTable, goToNextCell, tableEditing } from '@tiptap/pm/tables'

const deleteSelected: Command = (state, dispatch) => {
  const { selection } = state
  const isWhole =
    selection instanceof CellSelection && selection.isColSelection() && selection.isRowSelection()
  return isWhole && deleteTable(state, dispatch)
}

/** Cells that are selected together, keys, and the mending of tables; in front of the editor's other plugins. */
export const tablePlugins = (): Plugin[] => [
  // Tab in the last cell leaves the editor instead of adding a row: a keyboard user would never get out.
  keymap({
    Tab: goToNextCell(1),
    'Shift-Tab': goToNextCell(-1),
    Backspace: deleteSelected,
    Delete: deleteSelected,
  }),
  tableEditing(),
]
