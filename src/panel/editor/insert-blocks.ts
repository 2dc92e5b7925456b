// Blocks that are inserted by a tool. They go behind what is selected, which they never replace.
import type { Editor } from '@tiptap/core'
import type { Node, NodeType, ResolvedPos } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { addParagraph } from './schema/added-paragraph.ts'

/** Puts pictures as blocks of their own at the end of the selection, or at `position`, and the cursor behind them. */
export function insertPictures(
  editor: Editor,
  pictures: readonly { src: string }[],
  position: number = editor.state.selection.to,
): void {
  const { picture } = editor.schema.nodes
  const nodes = pictures.map((attrs) => picture!.create(attrs))
  if (nodes.length > 0) insert(editor, nodes, position)
}

export function insertRule(editor: Editor): void {
  insert(editor, [editor.schema.nodes.horizontalRule!.create()])
}

/** Inserts a table of three by three cells with a header row; the cursor is in its first cell afterwards. */
export function insertTable(editor: Editor): void {
  const { table, tableRow, tableHeader, tableCell } = editor.schema.nodes
  const row = (cell: NodeType) =>
    tableRow!.create(
      null,
      [1, 2, 3].map(() => cell.createAndFill()!),
    )
  const { tr } = editor.state
  const { from } = place(tr, [table!.create(null, [row(tableHeader!), row(tableCell!), row(tableCell!)])])
  editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, from + 4)).scrollIntoView())
  editor.view.focus()
}

function insert(editor: Editor, nodes: readonly Node[], position?: number): void {
  const { tr } = editor.state
  const { to, isBeforeRest } = place(tr, nodes, position)
  const next = tr.doc.resolve(to).nodeAfter
  const isRoom = next?.type.name === 'paragraph' && next.content.size === 0
  if (isBeforeRest || isRoom) tr.setSelection(TextSelection.create(tr.doc, to + 1))
  else addParagraph(tr, to)
  editor.view.dispatch(tr.scrollIntoView())
  editor.view.focus()
}

type Placed = {
  from: number
  to: number
  /** Whether the rest of a paragraph that was parted follows. */
  isBeforeRest: boolean
}

function place(tr: Transaction, nodes: readonly Node[], position = tr.selection.to): Placed {
  const $at = tr.doc.resolve(position)
  const size = nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const depth = depthFor($at, nodes[0]!.type)
  const block = $at.depth > depth ? $at.node(depth + 1) : null
  const isText = block !== null && block === $at.parent && /^(?:paragraph|heading)$/.test(block.type.name)
  let from = block ? $at.after(depth + 1) : position
  let isBeforeRest = false
  if (isText && block.content.size === 0) {
    from = $at.before()
    tr.replaceWith(from, $at.after(), nodes)
  } else {
    if (isText && $at.parentOffset === 0) from = $at.before()
    else if (isText && $at.parentOffset < block.content.size) {
      tr.split(position)
      from = position + 1
    }
    isBeforeRest = isText && $at.parentOffset < block.content.size
    tr.insert(from, nodes)
  }
  return { from, to: from + size, isBeforeRest }
}

/** The depth of the innermost node that takes the block: a caption or a term does not. */
function depthFor($at: ResolvedPos, type: NodeType): number {
  for (let depth = $at.depth; depth > 0; depth--) {
    const index = $at.indexAfter(depth)
    if (!$at.node(depth).inlineContent && $at.node(depth).canReplaceWith(index, index, type)) return depth
  }
  return 0
}
