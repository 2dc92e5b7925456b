// Containers that the editor has no buttons for: stored text that has them, such as an import, keeps them.
import { Node } from '@tiptap/core'
import { asElement, commonAttributes, flag } from './common-attributes.ts'

export const BOX_TAGS = ['address', 'article', 'aside', 'div', 'figure', 'section']

/** A `figure` that is no single picture is a box as well, with its caption. */
const Box = Node.create({
  name: 'box',
  group: 'block',
  content: '(block | figureCaption)+',
  defining: true,
  addAttributes: () => ({ tag: { default: 'div', rendered: false }, ...commonAttributes() }),
  parseHTML: () => BOX_TAGS.map((tag) => ({ tag, attrs: { tag } })),
  renderHTML: ({ node, HTMLAttributes }) => [node.attrs.tag, HTMLAttributes, 0],
})

const Details = Node.create({
  name: 'details',
  group: 'block',
  content: 'summary? block+',
  defining: true,
  ...asElement('details', () => ({ ...flag('open') })),
  // A closed `details` would hide its text from the editor.
  addNodeView: () => () => {
    const dom = document.createElement('div')
    dom.className = 'details'
    return { dom, contentDOM: dom }
  },
})

const DefinitionList = Node.create({
  name: 'definitionList',
  group: 'block',
  content: '(definitionTerm | definitionText)+',
  ...asElement('dl'),
})

const DefinitionText = Node.create({
  name: 'definitionText',
  content: 'block+',
  defining: true,
  ...asElement('dd'),
})

const line = (name: string, tag: string) =>
  Node.create({
    name,
    content: 'inline*',
    defining: true,
    addAttributes: commonAttributes,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

export const containerNodes = [
  Box,
  line('figureCaption', 'figcaption'),
  Details,
  line('summary', 'summary'),
  DefinitionList,
  line('definitionTerm', 'dt'),
  DefinitionText,
]
