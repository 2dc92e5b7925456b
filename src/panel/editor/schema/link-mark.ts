import { InputRule, Mark } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { Plugin } from '@tiptap/pm/state'
import { isAllowedUrl, linkTypes } from '../../../text/rich-text-allow-list.ts'
import { commonAttributes, kept, keptIf } from './common-attributes.ts'

const TYPED_URL = /(?:^|\s)(https?:\/\/[^\s<>"]*[^\s<>".,;:!?()،؛؟])[^\S\n]$/
const PASTED_URL = /^https?:\/\/[^\s<>"]+$/

/**
 * Links as the sanitizer stores them, `rel` included. TipTap's own mark is not used: linkifyjs would be a tenth of the
 * editor's script.
 */
export const LinkMark = Mark.create({
  name: 'link',
  priority: 1000, // the outermost mark
  inclusive: false,
  addAttributes: () => ({
    ...keptIf('href', isAllowedUrl),
    ...kept('hreflang'),
    target: {
      default: null,
      parseHTML: (element: HTMLElement) => (element.getAttribute('target') === '_blank' ? '_blank' : null),
    },
    rel: {
      default: null,
      parseHTML: (element: HTMLElement) => linkTypes(element.getAttribute('rel') ?? '', false) || null,
      renderHTML: ({ rel, target }: Record<string, unknown>) => ({
        rel: linkTypes(typeof rel === 'string' ? rel : '', target === '_blank') || null,
      }),
    },
    ...commonAttributes(),
  }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => isAllowedUrl(element.getAttribute('href')?.trim() ?? '') && null,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
  // A URL typed before a space becomes a link; undo takes the link away and leaves the text.
  addInputRules() {
    return [
      new InputRule({
        find: TYPED_URL,
        handler: ({ state, range, match }) => {
          const [whole, url] = match
          if (!url || !isAllowedUrl(url)) return
          const start = range.from + whole.indexOf(url)
          state.tr.addMark(start, start + url.length, this.type.create({ href: url }))
        },
      }),
    ]
  },
  // A URL pasted over a selection links the selection.
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        props: {
          handlePaste: (view, event) => {
            const url = event.clipboardData?.getData('text/plain').trim() ?? ''
            if (!selectsText(view.state) || !PASTED_URL.test(url) || !isAllowedUrl(url)) return false
            return editor.commands.setMark('link', { href: url })
          },
        },
      }),
    ]
  },
})

function selectsText({ selection, doc }: EditorState): boolean {
  return !selection.empty && doc.textBetween(selection.from, selection.to).trim() !== ''
}
