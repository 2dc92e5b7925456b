// Commands for the pictures of a text.
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { type Alignment, withAlignment } from '../editor-commands.ts'
import type { PickedImage } from './picture-jobs.ts'

const isPicture = (name: string) => name === 'picture' || name === 'image'

export type SelectedPicture = {
  position: number
  isBlock: boolean
  attributes: Record<string, string | null> & { isLeftOut?: true | null }
}

/** The picture that is selected, or whose caption holds the cursor, or which was just inserted before it. */
export function selectedPicture(editor: Editor): SelectedPicture | null {
  const { selection } = editor.state
  const { $from } = selection
  if ($from.depth > 0 && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0) {
    const start = $from.before()
    const before = editor.state.doc.resolve(start).nodeBefore
    if (before?.type.name === 'picture')
      return { position: start - before.nodeSize, isBlock: true, attributes: before.attrs }
  }
  const node = selection instanceof NodeSelection ? selection.node : selection.$from.parent
  if (!isPicture(node.type.name)) return null
  const position = selection instanceof NodeSelection ? selection.from : selection.$from.before()
  return { position, isBlock: node.type.name === 'picture', attributes: node.attrs }
}

/** Changes a picture without moving the selection or the focus. */
export function changePicture(
  editor: Editor,
  position: number,
  changes: Record<string, string | null>,
): void {
  const { state, view } = editor
  const node = state.doc.nodeAt(position)
  if (!node || !isPicture(node.type.name)) return
  const isSelected = state.selection instanceof NodeSelection && state.selection.from === position
  const { tr } = state
  for (const [name, value] of Object.entries(changes)) tr.setNodeAttribute(position, name, value)
  if (isSelected) tr.setSelection(NodeSelection.create(tr.doc, position))
  view.dispatch(tr)
}

export function alignPicture(editor: Editor, picture: SelectedPicture, alignment: Alignment): void {
  const className = withAlignment(picture.attributes.class ?? null, 'align', alignment)
  changePicture(editor, picture.position, { class: className })
}

/** The attributes of a picture of the library. */
export const pictureAttributes = ({ url, alt, title, width, height }: PickedImage) => ({
  src: url,
  isLeftOut: null,
  alt: alt ?? '',
  imageTitle: title,
  width: String(width),
  height: String(height),
})

/** Removes every picture with this address. */
export function removePictures(editor: Editor, src: string): void {
  const { tr, doc } = editor.state
  const found: [number, number][] = []
  doc.descendants((node, position) => {
    if (isPicture(node.type.name) && node.attrs.src === src) found.push([position, position + node.nodeSize])
  })
  for (const [from, to] of found.reverse()) tr.delete(from, to)
  editor.view.dispatch(tr)
}

/** The sources of all pictures in the text. */
export function pictureSources(editor: Editor): Set<string> {
  const sources = new Set<string>()
  editor.state.doc.descendants((node) => {
    if (isPicture(node.type.name) && node.attrs.src) sources.add(node.attrs.src)
  })
  return sources
}

/** Gives pictures their stored address; not a step of its own for Undo. */
export function storePicture(editor: Editor, src: string, image: PickedImage): void {
  const { tr, doc } = editor.state
  doc.descendants((node, position) => {
    if (!isPicture(node.type.name) || node.attrs.src !== src) return
    const { alt, imageTitle, ...size } = pictureAttributes(image)
    const changes = { ...size, alt: node.attrs.alt || alt, imageTitle: node.attrs.imageTitle ?? imageTitle }
    for (const [name, value] of Object.entries(changes)) tr.setNodeAttribute(position, name, value)
  })
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false))
}
