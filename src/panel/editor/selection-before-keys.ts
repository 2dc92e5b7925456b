import { Plugin } from '@tiptap/pm/state'

/**
 * A key acts where the cursor is. Browsers tell of a moved selection in a task of its own, and a busy page gets the next key
 * first: Enter soon after Home would split the paragraph that was left. So the editor reads the selection before each key.
 */
export const selectionBeforeKeys = () =>
  new Plugin({
    props: {
      handleDOMEvents: {
        keydown({ dom }, { isComposing }) {
          if (!isComposing) dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
          return false
        },
      },
    },
  })
