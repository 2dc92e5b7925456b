import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'

/** Puts a link to a picture of another site in place of each that has this address; a caption becomes a paragraph. */
export function linkInstead(editor: Editor, src: string): void {
  const { schema, tr, doc } = editor.state
  const found: [node: Node, position: number][] = []
  doc.descendants((node, position) => {
    if (node.attrs.src === src) found.push([node, position])
  })
  const { paragraph } = schema.nodes
  for (const [node, position] of found.reverse()) {
    const link = schema.text(node.attrs.alt || src, [schema.mark('link', { href: src })])
    const caption = node.content.size > 0 ? [paragraph!.create(null, node.content)] : []
    const instead = node.isInline ? link : [paragraph!.create(null, link), ...caption]
    tr.replaceWith(position, position + node.nodeSize, instead)
  }
  editor.view.dispatch(tr)
  editor.commands.focus()
}
