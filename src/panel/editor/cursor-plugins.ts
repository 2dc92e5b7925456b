import { dropCursor } from '@tiptap/pm/dropcursor'
import { gapCursor } from '@tiptap/pm/gapcursor'

export const cursorPlugins = () => [gapCursor(), dropCursor({ width: 2, color: false, class: 'drop-cursor' })]
