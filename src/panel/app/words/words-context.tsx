import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { I18nProvider } from 'react-aria-components'
import { directionOf } from '../../../text/text-direction.ts'
import {
  groupOf,
  loadGroup,
  loadSameGroups,
  type OfficeRooms,
  type RoomName,
  type Rooms,
  signIn,
} from './dictionaries.ts'
import { initialLanguage, keepLanguage, type Language, localeOf } from './language.ts'
import { createTranslate, type Translate } from './translate.ts'

type LanguageChoice = { language: Language; setLanguage: (language: Language) => Promise<void> }

const LanguageContext = createContext<LanguageChoice | null>(null)

/** Switching loads the other texts first, so that no screen is replaced by a waiting sign and loses what was typed. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setState] = useState(initialLanguage)
  const choice = useMemo<LanguageChoice>(
    () => ({
      language,
      async setLanguage(next) {
        await loadSameGroups(next)
        keepLanguage(next)
        startTransition(() => setState(next))
      },
    }),
    [language],
  )
  useLayoutEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
  }, [language])
  return (
    <LanguageContext value={choice}>
      <I18nProvider locale={localeOf(language)}>{children}</I18nProvider>
    </LanguageContext>
  )
}

export function useLanguage(): LanguageChoice {
  const choice = use(LanguageContext)
  if (!choice) throw new Error('useLanguage needs a LanguageProvider')
  return choice
}

const isSignIn = (room: RoomName): room is 'sign_in' => room === 'sign_in'

/** Those that every screen shares. */
type SharedKey = keyof (Rooms['sign_in'] & Rooms['shell'])
type CommonKey<Room> = Room extends keyof OfficeRooms ? keyof Rooms['common'] : never

/**
 * The texts of a room, and those of the frame and of signing in: `const t = useWords('lists')`, then
 * `t('moved_to', { position: 3, total: 12 })`. Signing in comes without the others.
 */
export function useWords<Room extends RoomName>(
  room: Room,
): Translate<(keyof Rooms[Room] & string) | (Room extends 'sign_in' ? never : SharedKey | CommonKey<Room>)> {
  const { language } = useLanguage()
  const always = signIn[language]
  const rooms = isSignIn(room) ? null : use(loadGroup(language, groupOf(room)))
  const frame = isSignIn(room) ? null : use(loadGroup(language, 'frame'))
  return useMemo(
    () => createTranslate(rooms?.[room] ?? always, language, rooms?.common ?? {}, frame?.shell ?? {}, always),
    [rooms, room, frame, always, language],
  )
}

/** Picks the interface's language of a label from the schema. */
export function useLabel(): (label: { fa: string; en: string }) => string {
  const { language } = useLanguage()
  return (label) => label[language]
}

/** Names languages, given as BCP 47 tags, in the language of the interface. */
export function useLanguageName(): (tag: string) => string {
  const { language } = useLanguage()
  const names = new Intl.DisplayNames(localeOf(language), { type: 'language' })
  return (tag) => names.of(tag) ?? tag
}
