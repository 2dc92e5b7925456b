import { type Attributes, Mark, markInputRule } from '@tiptap/core'
import { isAllowedSource } from '../../../text/rich-text-allow-list.ts'
import { commonAttributes, kept, keptIf } from './common-attributes.ts'

type Format = { name: string; tag: string; also?: string[]; shortcut?: string[]; typed?: RegExp[] }

/** The formats of the toolbar. The order is the order of nesting, from the outside. */
const FORMATS: Format[] = [
  {
    name: 'bold',
    tag: 'strong',
    also: ['b'],
    shortcut: ['Mod-b'],
    typed: [/(?:^|\s)(\*\*(?!\s+\*\*)((?:[^*]+))\*\*(?!\s+\*\*))$/],
  },
  {
    name: 'italic',
    tag: 'em',
    also: ['i'],
    shortcut: ['Mod-i'],
    typed: [/(?:^|\s)(\*(?!\s+\*)((?:[^*]+))\*(?!\s+\*))$/],
  },
  { name: 'underline', tag: 'u', shortcut: ['Mod-u'] },
  { name: 'strike', tag: 's', also: ['strike'], shortcut: ['Mod-Shift-s'] },
  { name: 'subscript', tag: 'sub', shortcut: ['Mod-,'] },
  { name: 'superscript', tag: 'sup', shortcut: ['Mod-.'] },
]

// Other marks inside code stay, unlike in TipTap's own: documentation links its code.
const CODE: Format = {
  name: 'code',
  tag: 'code',
  shortcut: ['Mod-e'],
  typed: [/(^|[^`])`([^`]+)`(?!`)$/],
}

function format({ name, tag, also = [], shortcut = [], typed = [] }: Format) {
  return Mark.create({
    name,
    ...((tag === 'sub' || tag === 'sup') && { excludes: 'subscript superscript' }),
    ...(tag === 'code' && { code: true, exitable: true }),
    addAttributes: commonAttributes,
    parseHTML: () => [tag, ...also].map((tag) => ({ tag })),
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return Object.fromEntries(shortcut.map((keys) => [keys, () => this.editor.commands.toggleMark(name)]))
    },
    addInputRules() {
      return typed.map((find) => markInputRule({ find, type: this.type }))
    },
  })
}

// The marks in the order of nesting, as above.
const INLINE_TAGS = 'ruby rp rt ins del q cite mark small time abbr dfn kbd samp var bdi bdo span'.split(' ')

const cited = () => keptIf('cite', isAllowedSource)
const edited = () => ({ ...cited(), ...kept('datetime') })
const ATTRIBUTES: Record<string, () => Attributes> = {
  ins: edited,
  del: edited,
  q: cited,
  time: () => kept('datetime'),
}

/** Phrases that the editor has no buttons for: stored text that has them, such as an import, keeps them. */
const phrases = INLINE_TAGS.map((tag) =>
  Mark.create({
    name: tag,
    // Each of these ends the other in HTML.
    ...((tag === 'rp' || tag === 'rt') && { excludes: 'rp rt' }),
    addAttributes: () => ({ ...ATTRIBUTES[tag]?.(), ...commonAttributes() }),
    // A bare span says nothing, and pasted text is full of them.
    parseHTML: () => [
      {
        tag: tag === 'span' ? 'span:is([class],[dir],[id],[lang],[title])' : tag,
      },
    ],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }),
)

export const inlineMarks = [...phrases, ...FORMATS.map(format), format(CODE)]
