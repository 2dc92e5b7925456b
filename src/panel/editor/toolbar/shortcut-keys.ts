import type { EditorWord, ToolWord } from '../editor-words.ts'

/** The editor's shortcuts, as TipTap writes them, by the word that names them. */
export const SHORTCUTS = {
  bold: 'Mod-B',
  italic: 'Mod-I',
  underline: 'Mod-U',
  strike: 'Mod-Shift-S',
  code: 'Mod-E',
  subscript: 'Mod-,',
  superscript: 'Mod-.',
  link: 'Mod-K',
  key_line_break: 'Shift-Enter',
  key_paragraph: 'Mod-Alt-0',
  style_heading: 'Mod-Alt-2…4',
  style_code: 'Mod-Alt-C',
  ordered_list: 'Mod-Shift-7',
  bullet_list: 'Mod-Shift-8',
  quote: 'Mod-Shift-B',
  indent: 'Tab',
  outdent: 'Shift-Tab',
  key_next_cell: 'Tab',
  undo: 'Mod-Z',
  redo: 'Mod-Shift-Z',
  find: 'Mod-F',
  full_screen: 'Mod-Shift-F',
  shortcuts: 'Mod-/',
  key_toolbar: 'Alt-F10',
} as const satisfies Partial<Record<EditorWord | ToolWord, string>>

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** A shortcut as the keys are labelled on this machine: `Ctrl+Shift+S`, `⌘⇧S`. */
export function shownKeys(shortcut: string): string {
  const keys = shortcut.split('-')
  if (!isApple()) return keys.map((key) => (key === 'Mod' ? 'Ctrl' : key)).join('+')
  const symbols: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' }
  return keys.map((key) => symbols[key] ?? key).join('')
}
