// Everything the editor knows: nodes, marks and plugins.

import { Extension } from '@tiptap/core'
import { UndoRedo } from '@tiptap/extensions/undo-redo'
import { loadEnteredText } from './load-entered-text.ts'
import { MarkedRanges } from './marked-ranges.ts'
import { InlineImage, Picture } from './pictures/picture-nodes.ts'
import type { PictureViewOptions } from './pictures/picture-view.ts'
import { containerNodes } from './schema/container-nodes.ts'
import { inlineMarks } from './schema/inline-marks.ts'
import { LinkMark } from './schema/link-mark.ts'
import { listNodes } from './schema/list-nodes.ts'
import { tableNodes } from './schema/table-nodes.ts'
import { textNodes } from './schema/text-nodes.ts'

export const richTextExtensions = (pictures: PictureViewOptions) => [
  ...textNodes,
  ...listNodes,
  ...tableNodes,
  Picture.configure(pictures),
  InlineImage.configure(pictures),
  ...containerNodes,
  LinkMark,
  ...inlineMarks,
  UndoRedo,
  ExtraCursors,
  MarkedRanges,
]

declare module '@tiptap/core' {
  interface Storage {
    /** `isSlash`: blocks are offered. */
    extraCursors: { isAsked: boolean; isSlash: boolean }
  }
}

/** The extensions that are loaded when a text is first entered. */
const ExtraCursors = Extension.create({
  name: 'extraCursors',
  addStorage: () => ({ isAsked: false, isSlash: false }),
  onFocus() {
    const { storage, editor } = this
    if (storage.isAsked) return
    storage.isAsked = true
    loadEnteredText().then(
      ({ enterText }) => enterText(editor),
      () => {
        storage.isAsked = false
      },
    )
  },
})
