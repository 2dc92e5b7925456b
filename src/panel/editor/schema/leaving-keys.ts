// Arrow keys that leave a block at the edge of the text, where nothing follows that the cursor could go to.
import type { ResolvedPos } from '@tiptap/pm/model'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import { addParagraph } from './added-paragraph.ts'

export const leavingKeys = () =>
  new Plugin({
    props: {
      handleKeyDown(view, event) {
        const { key, shiftKey, ctrlKey, altKey, metaKey } = event
        const isUp = key === 'ArrowUp'
        if ((!isUp && key !== 'ArrowDown') || shiftKey || ctrlKey || altKey || metaKey) return false
        const { selection, tr, doc } = view.state
        if (!(selection instanceof TextSelection) || !selection.empty) return false
        if (!isAtEdge(selection.$from, isUp) || !view.endOfTextblock(isUp ? 'up' : 'down')) return false
        view.dispatch(addParagraph(tr, isUp ? 0 : doc.content.size).scrollIntoView())
        return true
      },
    },
  })

/** Whether the position is in the first or last block of the text, which is no plain paragraph or heading. */
function isAtEdge($at: ResolvedPos, isFirst: boolean): boolean {
  if ($at.depth === 1 && /^(?:paragraph|heading)$/.test($at.parent.type.name)) return false
  for (let depth = 0; depth < $at.depth; depth++) {
    const node = $at.node(depth)
    // Each cell of the first and the last row is at the edge.
    if (node.type.name === 'tableRow') continue
    if ($at.index(depth) !== (isFirst ? 0 : node.childCount - 1)) return false
  }
  return $at.depth > 0
}
