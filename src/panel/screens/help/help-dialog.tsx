// Help ("?"): what the page is for, where its records are on the website, and the keys.
import { useLocation } from 'wouter'
import type { ResourceDescription } from '../../../client/index.ts'
import { useSchema } from '../../app/api/api.ts'
import { Dialog } from '../../app/design/dialog.tsx'
import type { Rooms } from '../../app/words/dictionaries.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { parentFieldOf } from '../../records/parent-field.ts'
import { ResourceHelp } from '../../records/website-page.tsx'
import { SCREENS } from '../screen-table.ts'

type Word = keyof Rooms['help']

const KEYS: { title: Word; keys: [Word, string][] }[] = [
  {
    title: 'keys_everywhere',
    keys: [
      ['key_help', '?'],
      ['key_go_to', 'Mod-K'],
      ['key_next', 'Tab'],
      ['key_close', 'Escape'],
    ],
  },
  {
    title: 'keys_list',
    keys: [
      ['key_rows', '↑ ↓'],
      ['key_open', 'Enter'],
      ['key_select', 'Space'],
      ['key_select_all', 'Mod-A'],
      ['key_move', 'Alt-↑ ↓'],
    ],
  },
  {
    title: 'keys_form',
    keys: [
      ['key_save', 'Mod-S'],
      ['key_toolbar', 'Alt-F10'],
      ['key_full_screen', 'Mod-Shift-F'],
      ['key_editor', 'Mod-/'],
    ],
  },
]

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useWords('help')
  const label = useLabel()
  const { resource, word, title } = usePlace()
  const mod = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'
  return (
    <Dialog title={t('help_of', { screen: label(title) })} isOpen size="medium" onClose={onClose}>
      <div className="stack">
        {resource && (
          <p>
            <ResourceHelp resource={resource} />
          </p>
        )}
        <p>{t(word)}</p>
        <h3>{t('keys')}</h3>
        <div className="shortcuts">
          {KEYS.map(({ title, keys }) => (
            <section key={title}>
              <h3>{t(title)}</h3>
              <dl>
                {keys.map(([word, shortcut]) => (
                  <div key={word}>
                    <dt>{t(word)}</dt>
                    <dd>
                      <kbd dir="ltr">{shortcut.replace('Mod', mod).replaceAll('-', '+')}</kbd>
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  )
}

/** The page that is open, and the text about it. */
function usePlace(): { resource: ResourceDescription | null; word: Word; title: { fa: string; en: string } } {
  const { resources } = useSchema()
  const [path] = useLocation()
  const [, name = '', id, view] = path.split('/')
  const resource = resources.find((resource) => resource.name === name)
  if (!resource) {
    const screen = SCREENS.find((row) => row.path === `/${name}`) ?? SCREENS[0]!
    return {
      resource: null,
      word: `screen_${screen.path.slice(1) || 'overview'}` as Word,
      title: screen.title,
    }
  }
  const isForm = id !== undefined || resource.singleton
  const list = parentFieldOf(resource) ? 'screen_tree' : 'screen_list'
  const word = view === 'history' ? 'screen_history' : isForm ? 'screen_form' : list
  return { resource, word, title: isForm ? resource.label : resource.label_plural }
}
