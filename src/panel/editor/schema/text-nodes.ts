// Text blocks and the leaves inside them.
import { mergeAttributes, Node, nodeInputRule, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core'
import { isAllowedSource } from '../../../text/rich-text-allow-list.ts'
import { asElement, commonAttributes, keptIf } from './common-attributes.ts'

const Document = Node.create({ name: 'doc', topNode: true, content: 'block+' })

const Text = Node.create({ name: 'text', group: 'inline' })

const Paragraph = Node.create({
  name: 'paragraph',
  priority: 1000, // the default block of the schema
  group: 'block',
  content: 'inline*',
  ...asElement('p'),
  addKeyboardShortcuts() {
    return { 'Mod-Alt-0': () => this.editor.commands.setNode('paragraph') }
  },
})

/** The levels that the toolbar offers: the page's title is the `h1`. */
export const HEADING_LEVELS = [2, 3, 4] as const

// All six levels can be stored, so all six are kept.
const Heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ level: { default: 2, rendered: false }, ...commonAttributes() }),
  parseHTML: () => [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
  renderHTML: ({ node, HTMLAttributes }) => [`h${node.attrs.level}`, HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return Object.fromEntries(
      HEADING_LEVELS.map((level) => [
        `Mod-Alt-${level}`,
        () => this.editor.commands.toggleNode('heading', 'paragraph', { level }),
      ]),
    )
  },
  addInputRules() {
    return HEADING_LEVELS.map((level) =>
      textblockTypeInputRule({
        find: new RegExp(`^#{${level}}\\s$`),
        type: this.type,
        getAttributes: { level },
      }),
    )
  },
})

const Blockquote = Node.create({
  name: 'blockquote',
  group: 'block',
  content: 'block+',
  defining: true,
  ...asElement('blockquote', () => ({ ...keptIf('cite', isAllowedSource) })),
  addKeyboardShortcuts() {
    return { 'Mod-Shift-b': () => this.editor.commands.toggleWrap('blockquote') }
  },
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*>\s$/, type: this.type })]
  },
})

const HorizontalRule = Node.create({
  name: 'horizontalRule',
  group: 'block',
  addAttributes: commonAttributes,
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: ({ HTMLAttributes }) => ['hr', mergeAttributes(HTMLAttributes)],
  addInputRules() {
    return [nodeInputRule({ find: /^(?:---|—-|___\s|\*\*\*\s)$/, type: this.type })]
  },
})

const HardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    const insertBreak = () =>
      this.editor.commands.first([
        ({ commands }) => commands.exitCode(),
        ({ commands }) => commands.insertContent({ type: 'hardBreak' }),
      ])
    return { 'Shift-Enter': insertBreak, 'Mod-Enter': insertBreak }
  },
})

const WordBreak = Node.create({
  name: 'wordBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  parseHTML: () => [{ tag: 'wbr' }],
  renderHTML: () => ['wbr'],
  renderText: () => '',
})

export const textNodes = [
  Document,
  Text,
  Paragraph,
  Heading,
  Blockquote,
  HorizontalRule,
  HardBreak,
  WordBreak,
]
