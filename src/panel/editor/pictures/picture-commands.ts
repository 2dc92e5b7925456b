// Commands for the pictures of a text.
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { type Alignment, withAlignment } from '../editor-commands.ts'
import type { PickedImage } from './picture-jobs.ts'

const isPicture = (name: string) => name === 'picture' || name === 'image'

export type SelectedPicture = {
  position: number
  isBlock: boolean
  attributes: Record<string, string | null>
}

/** The picture that is selected, or whose caption holds the cursor. */
export function selectedPicture(editor: Editor): SelectedPicture | null {
  const { selection } = editor.state
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
  alt: alt ?? '',
  imageTitle: title,
  width: String(width),
  height: String(height),
})

/** Puts pictures as blocks of their own at the cursor, or at `position`, and selects the last one. */
export function insertPictures(
  editor: Editor,
  pictures: readonly { src: string }[],
  position: number = editor.state.selection.to,
): void {
  const nodes = pictures.map((attrs) => ({ type: 'picture', attrs }))
  editor.chain().focus().insertContentAt(position, nodes).run()
  const last = positionOf(editor, pictures.at(-1)?.src, position)
  if (last !== null) editor.commands.setNodeSelection(last)
}

/** The first picture with this address from `from` on; a picture can take the place of an empty paragraph before it. */
function positionOf(editor: Editor, src: string | undefined, from: number): number | null {
  let found: number | null = null
  editor.state.doc.descendants((node, position) => {
    if (found === null && position >= from - 2 && node.attrs.src === src) found = position
  })
  return found
}

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
