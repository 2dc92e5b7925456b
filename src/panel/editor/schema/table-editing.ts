import { keymap } from '@tiptap/pm/keymap'
import type { Command, Plugin } from '@tiptap/pm/state'
import {
  addRowAfter,
  CellSelection,
  deleteTable,
  goToNextCell,
  isInTable,
  tableEditing,
} from '@tiptap/pm/tables'
import { leavingKeys } from './leaving-keys.ts'

const deleteSelected: Command = (state, dispatch) => {
  const { selection } = state
  const isWhole =
    selection instanceof CellSelection && selection.isColSelection() && selection.isRowSelection()
  return isWhole && deleteTable(state, dispatch)
}

/** Tab in the last cell adds a row. Arrow keys leave the table, and Alt+F10 the text. */
const nextCell: Command = (state, dispatch, view) => {
  if (goToNextCell(1)(state, dispatch)) return true
  if (!isInTable(state) || !view || !addRowAfter(state, dispatch)) return false
  return goToNextCell(1)(view.state, dispatch)
}

/** Cells that are selected together, keys, and the mending of tables; in front of the editor's other plugins. */
export const tablePlugins = (): Plugin[] => [
  keymap({
    Tab: nextCell,
    'Shift-Tab': goToNextCell(-1),
    Backspace: deleteSelected,
    Delete: deleteSelected,
  }),
  // In front of the keys of cells, which stay at the edge of the text.
  leavingKeys(),
  tableEditing(),
]
