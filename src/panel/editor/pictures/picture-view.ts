import type { NodeViewRendererProps } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { NodeView } from '@tiptap/pm/view'
import { isExternal, isPlaceholder, type PictureJob, type PictureJobs } from './picture-jobs.ts'

export type PictureViewOptions = {
  jobs: PictureJobs
  words: {
    /** The text of an empty caption. */
    caption: string
    external: (src: string, isLeftOut: boolean) => string
    stateOf: (job: PictureJob) => string
  }
}

/**
 * A picture in the editor. A picture of another site is not loaded: the content security policy forbids it, and the other
 * site would learn about the draft.
 */
export function createPictureView(
  { node: first, editor, getPos }: NodeViewRendererProps,
  { jobs, words }: PictureViewOptions,
): NodeView {
  const isBlock = first.type.name === 'picture'
  const dom = document.createElement(isBlock ? 'figure' : 'span')
  const frame = isBlock ? dom.appendChild(document.createElement('div')) : dom
  frame.contentEditable = 'false'
  const caption = isBlock ? dom.appendChild(document.createElement('figcaption')) : null
  let node = first
  let preview: { src: string; url: string } | null = null

  function addressOf(src: string): string | null {
    if (isExternal(src)) return null
    if (!isPlaceholder(src)) return src
    const file = jobs.fileOf(src)
    if (!file) return null
    if (preview?.src !== src) {
      forgetPreview()
      preview = { src, url: URL.createObjectURL(file) }
    }
    return preview.url
  }
  function forgetPreview() {
    if (preview) URL.revokeObjectURL(preview.url)
    preview = null
  }

  function show() {
    const { src, isLeftOut, alt, width, height, class: className } = node.attrs
    const job = jobs.list().find((job) => job.src === src)
    dom.className = `picture ${className ?? ''}`.trim()
    dom.dataset.state = job?.state ?? (isExternal(src) ? 'external' : 'stored')
    const address = addressOf(src ?? '')
    let image = frame.querySelector('img')
    if (address) {
      image ??= frame.insertBefore(document.createElement('img'), frame.firstChild)
      if (image.getAttribute('src') !== address) image.setAttribute('src', address)
      image.alt = alt ?? ''
      for (const [name, size] of Object.entries({ width, height })) {
        if (size) image.setAttribute(name, size)
        else image.removeAttribute(name)
      }
    } else image?.remove()
    const text = job ? words.stateOf(job) : isExternal(src) ? words.external(src, isLeftOut) : ''
    let note = frame.querySelector<HTMLElement>('.picture-note')
    if (text) {
      note ??= frame.appendChild(document.createElement('span'))
      note.className = 'picture-note'
      note.textContent = text
    } else note?.remove()
    if (caption) {
      caption.dataset.placeholder = words.caption
      caption.classList.toggle('is-empty', node.content.size === 0)
    }
  }

  // ProseMirror selects only leaves by a click.
  frame.addEventListener('click', () => {
    const position = getPos()
    if (position !== undefined) editor.chain().setNodeSelection(position).focus().run()
  })
  show()
  const unsubscribe = jobs.subscribe(show)
  return {
    dom,
    ...(caption && { contentDOM: caption }),
    update(next: Node) {
      if (next.type !== node.type) return false
      node = next
      show()
      return true
    },
    ignoreMutation: (mutation) => mutation.type !== 'selection' && !caption?.contains(mutation.target),
    destroy() {
      unsubscribe()
      forgetPreview()
    },
  }
}
