// Pictures: a `figure` with a caption as a block of its own, and an `img` inside a line of text.
import { type Attributes, Node } from '@tiptap/core'
import {
  isAllowedImage,
  isAllowedSize,
  isAllowedUrl,
  LEFT_OUT_SRC,
  linkTypes,
} from '../../../text/rich-text-allow-list.ts'
import { commonAttributes, kept, keptIf } from '../schema/common-attributes.ts'
import { createPictureView, type PictureViewOptions } from './picture-view.ts'

type Attrs = Record<string, unknown>

/** Reads an attribute of the element that `find` returns. */
const from = (
  find: (element: HTMLElement) => Element | null,
  name: string,
  isAllowed: (value: string) => boolean = () => true,
): Attributes[string] => ({
  default: null,
  rendered: false,
  parseHTML: (element: HTMLElement) => {
    const value = find(element)?.getAttribute(name)?.trim()
    return value !== undefined && isAllowed(value) ? value : null
  },
})

const imageIn = (element: HTMLElement) => element.querySelector('img')
const linkIn = (element: HTMLElement) => imageIn(element)?.closest('a[href]') ?? null

/** The address of a picture, shown to visitors or not, if it may be stored. */
const sourceOf = (image: Element | null) => {
  const src = (image?.getAttribute('src') ?? image?.getAttribute(LEFT_OUT_SRC))?.trim() ?? ''
  return isAllowedImage(src) ? src : null
}

/** `isLeftOut`: visitors do not see it; see `LEFT_OUT_SRC`. */
const sourceAttributes = (find: (element: HTMLElement) => Element | null): Attributes => ({
  src: { default: null, rendered: false, parseHTML: (element: HTMLElement) => sourceOf(find(element)) },
  isLeftOut: {
    default: null,
    rendered: false,
    parseHTML: (element: HTMLElement) => find(element)?.hasAttribute('src') === false || null,
  },
})

const imageOf = ({ src, isLeftOut, alt, imageTitle, width, height, loading }: Attrs) => [
  'img',
  { [isLeftOut ? LEFT_OUT_SRC : 'src']: src, alt: alt ?? '', title: imageTitle, width, height, loading },
]

const linkOf = ({ href, target, rel }: Attrs) => ({
  href,
  target,
  rel: linkTypes(typeof rel === 'string' ? rel : '', target === '_blank') || null,
})

/** A figure of one picture, linked or not, and its caption. */
function isPicture(figure: HTMLElement): boolean {
  const images = figure.querySelectorAll('img')
  if (images.length !== 1 || !sourceOf(images[0]!)) return false
  if (images[0]!.closest('figcaption')) return false
  const isOnlyImage = (element: Element) =>
    element.localName === 'img' || (element.localName === 'a' && !element.textContent?.trim())
  return [...figure.childNodes].every((child) =>
    child.nodeType === 1
      ? (child as Element).localName === 'figcaption' || isOnlyImage(child as Element)
      : child.nodeType !== 3 || !child.textContent?.trim(),
  )
}

export const Picture = Node.create<PictureViewOptions>({
  name: 'picture',
  group: 'block',
  content: 'inline*',
  defining: true,
  isolating: true,
  draggable: true,
  addAttributes: () => ({
    ...sourceAttributes(imageIn),
    alt: from(imageIn, 'alt'),
    imageTitle: from(imageIn, 'title'),
    width: from(imageIn, 'width', isAllowedSize),
    height: from(imageIn, 'height', isAllowedSize),
    loading: from(imageIn, 'loading'),
    href: from(linkIn, 'href', isAllowedUrl),
    target: from(linkIn, 'target', (value) => value === '_blank'),
    rel: from(linkIn, 'rel'),
    ...commonAttributes(),
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      priority: 60, // before the box
      getAttrs: (element) => isPicture(element) && null,
      contentElement: (element) =>
        (element as HTMLElement).querySelector<HTMLElement>('figcaption') ??
        document.implementation.createHTMLDocument('').body,
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => {
    const image = imageOf(node.attrs)
    const picture = node.attrs.href ? ['a', linkOf(node.attrs), image] : image
    return node.content.size > 0
      ? ['figure', HTMLAttributes, picture, ['figcaption', {}, 0]]
      : ['figure', HTMLAttributes, picture]
  },
  addKeyboardShortcuts() {
    return {
      // Enter in a caption goes on below the picture.
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection
        if ($from.parent.type.name !== this.name) return false
        const after = $from.after()
        return editor
          .chain()
          .insertContentAt(after, { type: 'paragraph' })
          .focus(after + 1)
          .run()
      },
      // Backspace at the start of a caption selects the picture; once more deletes it.
      Backspace: ({ editor }) => {
        const { $from, empty } = editor.state.selection
        if (!empty || $from.parent.type.name !== this.name || $from.parentOffset > 0) return false
        return editor.commands.setNodeSelection($from.before())
      },
    }
  },
  addNodeView() {
    return (props) => createPictureView(props, this.options)
  },
})

export const InlineImage = Node.create<PictureViewOptions>({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    ...sourceAttributes((image) => image),
    alt: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute('alt') },
    imageTitle: {
      default: null,
      rendered: false,
      parseHTML: (element: HTMLElement) => element.getAttribute('title') || null,
    },
    ...keptIf('width', isAllowedSize),
    ...keptIf('height', isAllowedSize),
    ...kept('loading'),
    ...withoutTitle(commonAttributes()),
  }),
  parseHTML: () => [
    {
      tag: 'img',
      getAttrs: (element) => sourceOf(element) !== null && null,
    },
  ],
  renderHTML: ({ node }) => {
    const { class: className, dir, lang } = node.attrs
    const [tag, attributes] = imageOf(node.attrs)
    return [tag as string, { ...(attributes as object), class: className, dir, lang }]
  },
  addNodeView() {
    return (props) => createPictureView(props, this.options)
  },
})

const withoutTitle = ({ title: _, ...others }: Attributes): Attributes => others
