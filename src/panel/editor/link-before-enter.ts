import { closeHistory } from '@tiptap/pm/history'
import { Plugin } from '@tiptap/pm/state'
import { isAllowedUrl } from '../../text/rich-text-allow-list.ts'

const URL_AT_END = /(?:^|\s)(https?:\/\/[^\s<>"]*[^\s<>".,;:!?()،؛؟])$/

/** An address that was typed before Enter becomes a link, as before a space; Enter does what it does otherwise. */
export const linkBeforeEnter = () =>
  new Plugin({
    props: {
      handleKeyDown(view, { key }) {
        const { selection, tr, doc, schema } = view.state
        const { $from, from, empty } = selection
        const isCode =
          $from.parent.type.spec.code || $from.nodeBefore?.marks.some(({ type }) => type.spec.code)
        if (key !== 'Enter' || !empty || isCode || !$from.parent.isTextblock) return false
        const before = $from.parent.textBetween(0, $from.parentOffset, null, '\ufffc')
        const url = URL_AT_END.exec(before)?.[1]
        const start = from - (url?.length ?? 0)
        const link = schema.marks.link!
        if (!url || !isAllowedUrl(url) || doc.rangeHasMark(start, from, link)) return false
        view.dispatch(closeHistory(tr.addMark(start, from, link.create({ href: url }))))
        return false
      },
    },
  })
