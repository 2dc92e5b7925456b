// Tables as the sanitizer stores them: no widths, the caption as text. What edits them is loaded once the cursor is in one (`entered-text.ts`).
import { type Attributes, Node } from '@tiptap/core'
import { commonAttributes, kept } from './common-attributes.ts'

const span = (name: 'colspan' | 'rowspan'): Attributes => ({
  [name]: {
    default: 1,
    parseHTML: (element: HTMLElement) => {
      const value = element.getAttribute(name) ?? ''
      return /^[1-9]\d{0,2}$/.test(value) ? Number(value) : 1
    },
    renderHTML: (attributes: Record<string, unknown>) =>
      attributes[name] === 1 ? {} : { [name]: String(attributes[name]) },
  },
})

const cellAttributes = (): Attributes => ({
  ...span('colspan'),
  ...span('rowspan'),
  colwidth: { default: null, rendered: false }, // prosemirror-tables reads it
  ...commonAttributes(),
})

const captionOf = (table: HTMLElement) => [...table.children].find(({ localName }) => localName === 'caption')

/** prosemirror-tables finds its nodes by their role. */
const ROLES: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableHeader: 'header_cell',
  tableCell: 'cell',
}

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  addAttributes: () => ({
    caption: {
      default: null,
      rendered: false,
      parseHTML: (element: HTMLElement) => captionOf(element)?.textContent?.trim() || null,
    },
    ...commonAttributes(),
  }),
  parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
  renderHTML: ({ node, HTMLAttributes }) =>
    node.attrs.caption
      ? ['table', HTMLAttributes, ['caption', {}, node.attrs.caption], ['tbody', {}, 0]]
      : ['table', HTMLAttributes, ['tbody', {}, 0]],
  extendNodeSchema: ({ name }) => (name in ROLES ? { tableRole: ROLES[name] } : {}),
})

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  addAttributes: () => ({
    isFooter: {
      default: false,
      rendered: false,
      parseHTML: (element: HTMLElement) => element.parentElement?.localName === 'tfoot',
    },
    ...commonAttributes(),
  }),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
})

const TableHeader = Node.create({
  name: 'tableHeader',
  content: 'block+',
  isolating: true,
  addAttributes: () => ({ ...kept('abbr'), ...kept('scope'), ...cellAttributes() }),
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', HTMLAttributes, 0],
})

const TableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
})

export const tableNodes = [Table, TableRow, TableHeader, TableCell]
