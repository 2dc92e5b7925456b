// Marks the places of a check in an editor. In a module of its own, because forms without an editor need none of it.
import type { Editor } from '@tiptap/core'
import type { Highlight } from '../../../text/seo-analysis/check.ts'
import type { TextBlock } from '../../../text/seo-analysis/parse-document.ts'
import { clearRanges, markedIn, markRanges } from '../../editor/marked-ranges.ts'
import { joinAdjacent, positionsOfHighlights } from '../../editor/positions-of-highlights.ts'

type Marking = {
  blocks: readonly TextBlock[]
  highlights: readonly Highlight[]
  /** Index of the place in view. */
  current: number
  /** Whether to scroll to it. */
  isShown: boolean
}

/** Marks the places; returns their number and the text of the one in view, null if the editor has another text than `blocks`. */
export function markHighlights(
  editor: Editor,
  { blocks, highlights, current, isShown }: Marking,
): { count: number; text: string } | null {
  if (editor.isDestroyed) return null
  const places = positionsOfHighlights(editor.state.doc, blocks, highlights)
  if (!places) return null
  const ranges = joinAdjacent(editor.state.doc, places)
  const place = Math.min(current, ranges.length - 1)
  editor.view.dispatch(markRanges(editor.state, { ranges, current: place }))
  if (isShown)
    // The tab of its language may only appear with the next frame.
    requestAnimationFrame(() =>
      editor.view.dom.querySelector('.marked-current')?.scrollIntoView({ block: 'center' }),
    )
  const range = ranges[place]
  return {
    count: ranges.length,
    text: range ? editor.state.doc.textBetween(range.from, range.to, ' ', ' ') : '',
  }
}

export function clearHighlights(editor: Editor) {
  if (!editor.isDestroyed) editor.view.dispatch(clearRanges(editor.state))
}

/** Selects the place in view and moves the focus into the text. */
export function selectMarked(editor: Editor) {
  const { ranges, current } = markedIn(editor.state)
  const range = ranges[current]
  if (range) editor.chain().focus().setTextSelection(range).scrollIntoView().run()
}
