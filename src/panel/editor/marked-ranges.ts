// Marks ranges of the text from outside, such as what an SEO check found. They are decorations: the document and its history
// stay as they are.
import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** Positions in the document, end exclusive. */
export type DocRange = { from: number; to: number }

/** `current` is the index of the range that stands out, -1 for none. */
export type Marked = { ranges: readonly DocRange[]; current: number }

const NOTHING: Marked = { ranges: [], current: -1 }
const key = new PluginKey<Marked>('marked-ranges')

export const markedIn = (state: EditorState): Marked => key.getState(state) ?? NOTHING

/** Marks these ranges instead of those before. */
export const markRanges = (state: EditorState, marked: Marked): Transaction => state.tr.setMeta(key, marked)

export const clearRanges = (state: EditorState): Transaction => markRanges(state, NOTHING)

export const MarkedRanges = Extension.create({
  name: 'markedRanges',
  addProseMirrorPlugins: () => [markedRangesPlugin()],
})

export const markedRangesPlugin = () =>
  new Plugin<Marked>({
    key,
    state: {
      init: () => NOTHING,
      apply(tr, before) {
        const given = tr.getMeta(key) as Marked | undefined
        if (given) return given
        // Each range stays with its words until new ones are given.
        return tr.docChanged && before.ranges.length > 0 ? mapRanges(before, tr) : before
      },
    },
    props: {
      decorations(state) {
        const { ranges, current } = markedIn(state)
        if (ranges.length === 0) return null
        return DecorationSet.create(
          state.doc,
          ranges.map(({ from, to }, index) =>
            Decoration.inline(from, to, { class: index === current ? 'marked marked-current' : 'marked' }),
          ),
        )
      },
    },
  })

/** A range whose words were deleted keeps its place in the count, as an empty one. */
const mapRanges = ({ ranges, current }: Marked, { mapping }: Transaction): Marked => ({
  ranges: ranges.map(({ from, to }) => {
    const start = mapping.map(from, 1)
    return { from: start, to: Math.max(start, mapping.map(to, -1)) }
  }),
  current,
})
