// Lists and code blocks. TipTap's own packages for them bring Markdown and more, 30 KB of script in all.
import { Node, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core'
import { asElement, flag, kept } from './common-attributes.ts'

const BulletList = Node.create({
  name: 'bulletList',
  group: 'block list',
  content: 'listItem+',
  ...asElement('ul'),
  addKeyboardShortcuts() {
    return { 'Mod-Shift-8': () => this.editor.commands.toggleList(this.name, 'listItem') }
  },
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*([-+*•])\s$/, type: this.type })]
  },
})

const OrderedList = Node.create({
  name: 'orderedList',
  group: 'block list',
  content: 'listItem+',
  ...asElement('ol', () => ({ ...flag('reversed'), ...kept('start'), ...kept('type') })),
  addKeyboardShortcuts() {
    return { 'Mod-Shift-7': () => this.editor.commands.toggleList(this.name, 'listItem') }
  },
  addInputRules() {
    return [wrappingInputRule({ find: /^[1۱][.)]\s$/, type: this.type })]
  },
})

const ListItem = Node.create({
  name: 'listItem',
  content: 'block+', // an item may begin with a nested list
  defining: true,
  ...asElement('li', () => ({ ...kept('value') })),
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
      // Backspace at the start of an item leaves the list instead of joining the item before.
      Backspace: () => {
        const { $from, empty } = this.editor.state.selection
        const isAtStart = empty && $from.parentOffset === 0 && $from.depth > 1
        if (!isAtStart || $from.node(-1).type !== this.type || $from.index(-1) > 0) return false
        return this.editor.commands.liftListItem(this.name)
      },
    }
  },
})

const CodeBlock = Node.create({
  name: 'codeBlock',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  addAttributes: () => ({
    language: {
      default: null,
      rendered: false,
      parseHTML: (element: HTMLElement) =>
        /(?:^|\s)language-(\S+)/.exec(element.querySelector('code')?.className ?? '')?.[1] ?? null,
    },
    ...kept('dir'),
    ...kept('lang'),
    ...kept('title'),
  }),
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'pre',
    HTMLAttributes,
    ['code', { class: node.attrs.language ? `language-${node.attrs.language}` : null }, 0],
  ],
  addKeyboardShortcuts() {
    const isHere = () => this.editor.state.selection.$from.parent.type === this.type
    const isAtEnd = () => {
      const { $from, empty } = this.editor.state.selection
      return empty && $from.parentOffset === $from.parent.content.size
    }
    return {
      'Mod-Alt-c': () => this.editor.commands.toggleNode(this.name, 'paragraph'),
      Backspace: () =>
        isHere() && this.editor.state.selection.$from.parent.content.size === 0
          ? this.editor.commands.clearNodes()
          : false,
      // The third Enter at the end goes on below.
      Enter: () => {
        const { $from } = this.editor.state.selection
        if (!isHere() || !isAtEnd() || !$from.parent.textContent.endsWith('\n\n')) return false
        return this.editor
          .chain()
          .deleteRange({ from: $from.pos - 2, to: $from.pos })
          .exitCode()
          .run()
      },
      ArrowDown: () => {
        const { $from } = this.editor.state.selection
        const isLast = isHere() && isAtEnd() && $from.after() === this.editor.state.doc.content.size
        return isLast && this.editor.commands.exitCode()
      },
    }
  },
  addInputRules() {
    return [
      textblockTypeInputRule({
        find: /^```([a-z]+)?\s$/,
        type: this.type,
        getAttributes: ([, language]) => ({ language: language ?? null }),
      }),
    ]
  },
})

export const listNodes = [BulletList, OrderedList, ListItem, CodeBlock]
