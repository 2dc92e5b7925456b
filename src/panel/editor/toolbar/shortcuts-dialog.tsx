import { Dialog } from '../../app/design/dialog.tsx'
import { type EditorWord, type ToolWord, useEditorWords, useToolWords } from '../editor-words.ts'
import { SHORTCUTS, shownKeys } from './shortcut-keys.ts'

type Group = { title: ToolWord; words: (keyof typeof SHORTCUTS)[]; typed?: ToolWord[] }

const GROUPS: Group[] = [
  {
    title: 'key_group_text',
    words: [
      'bold',
      'italic',
      'underline',
      'strike',
      'code',
      'subscript',
      'superscript',
      'link',
      'key_line_break',
    ],
  },
  {
    title: 'key_group_blocks',
    words: [
      'key_paragraph',
      'style_heading',
      'style_code',
      'ordered_list',
      'bullet_list',
      'quote',
      'indent',
      'outdent',
      'key_next_cell',
    ],
    typed: ['key_typed_heading', 'key_typed_list', 'key_typed_quote', 'key_typed_code', 'key_typed_slash'],
  },
  {
    title: 'key_group_editor',
    words: ['undo', 'redo', 'find', 'full_screen', 'shortcuts', 'key_toolbar'],
  },
]

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useEditorWords()
  const tools = useToolWords()
  const nameOf = (word: EditorWord | ToolWord) =>
    isToolWord(word) ? tools(word) : t(word, { level: '' }).trim()
  return (
    <Dialog title={t('shortcuts')} isOpen size="medium" onClose={onClose}>
      <div className="shortcuts">
        {GROUPS.map(({ title, words, typed = [] }) => (
          <section key={title}>
            <h3>{tools(title)}</h3>
            <dl>
              {words.map((word) => (
                <div key={word}>
                  <dt>{nameOf(word)}</dt>
                  <dd>
                    <kbd dir="ltr">{shownKeys(SHORTCUTS[word])}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
            {typed.length > 0 && (
              <ul>
                {typed.map((word) => (
                  <li key={word}>{tools(word)}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Commands that have a key and no tool are named here alone. */
const isToolWord = (word: EditorWord | ToolWord): word is ToolWord => word.startsWith('key_')
