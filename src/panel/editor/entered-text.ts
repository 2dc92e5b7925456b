// What is needed once a text is entered: further cursors, blocks that are inserted, and the keys that leave a block.
import { dropCursor } from '@tiptap/pm/dropcursor'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { addedParagraph } from './schema/added-paragraph.ts'
import { leavingKeys } from './schema/leaving-keys.ts'

export const cursorPlugins = () => [
  addedParagraph(),
  leavingKeys(),
  gapCursor(),
  dropCursor({ width: 2, color: false, class: 'drop-cursor' }),
]

export { insertPictures, insertRule, insertTable } from './insert-blocks.ts'
export { linkBeforeEnter } from './link-before-enter.ts'
