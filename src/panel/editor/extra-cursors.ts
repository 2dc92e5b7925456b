import { Extension } from '@tiptap/core'

/** The cursors beside tables and pictures, and of drops: loaded when a text is first entered or dragged over. */
export const ExtraCursors = Extension.create({
  name: 'extraCursors',
  addStorage: () => ({ isAsked: false }),
  onFocus() {
    const { storage, editor } = this
    if (storage.isAsked) return
    storage.isAsked = true
    import('./cursor-plugins.ts').then(
      ({ cursorPlugins }) => {
        if (!editor.isDestroyed) for (const plugin of cursorPlugins()) editor.registerPlugin(plugin)
      },
      () => {
        storage.isAsked = false
      },
    )
  },
})
