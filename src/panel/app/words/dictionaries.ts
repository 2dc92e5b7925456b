// All texts of the interface. Those of signing in come with the first script, in both languages; the others in groups, of which
// each is one file a language, so that a screen loads those that it begins with.
import { sign_in as englishSignIn } from './en/sign-in.ts'
import { sign_in as persianSignIn } from './fa/sign-in.ts'
import type { Language } from './language.ts'

export const signIn = { en: englishSignIn, fa: persianSignIn }

const FILES = {
  en: {
    frame: () => import('./en/frame.ts'),
    lists: () => import('./en/lists.ts'),
    forms: () => import('./en/forms.ts'),
    aids: () => import('./en/aids.ts'),
    drafts: () => import('./en/drafts.ts'),
    office: () => import('./en/office.ts'),
    help: () => import('./en/help.ts'),
  },
  fa: {
    frame: () => import('./fa/frame.ts'),
    lists: () => import('./fa/lists.ts'),
    forms: () => import('./fa/forms.ts'),
    aids: () => import('./fa/aids.ts'),
    drafts: () => import('./fa/drafts.ts'),
    office: () => import('./fa/office.ts'),
    help: () => import('./fa/help.ts'),
  },
}

export type Group = keyof typeof FILES.en
type WordsOf<Name extends Group> = Awaited<ReturnType<(typeof FILES.en)[Name]>>

export type OfficeRooms = WordsOf<'office'>

export type Rooms = WordsOf<'frame'> &
  WordsOf<'lists'> &
  WordsOf<'forms'> &
  WordsOf<'aids'> &
  WordsOf<'drafts'> &
  WordsOf<'help'> &
  OfficeRooms & { sign_in: typeof englishSignIn }
export type RoomName = keyof Rooms

/** The rooms in each file, but for those of `office`, which has the rooms of all other screens. */
const ROOMS: { [Name in Exclude<Group, 'office'>]: readonly (keyof WordsOf<Name>)[] } = {
  frame: ['shell'],
  lists: ['lists', 'media', 'overview', 'tree'],
  drafts: ['drafts'],
  help: ['events', 'help', 'presence', 'session'],
  forms: ['editor', 'fields', 'forms'],
  aids: [
    'aids',
    'autosave',
    'checklist',
    'conflicts',
    'deleting',
    'discussion',
    'editor_tools',
    'notices',
    'pickers',
    'preview',
    'publishing',
    'seo',
  ],
}

export const GROUPS = Object.keys(FILES.en) as Group[]

export function groupOf(room: Exclude<RoomName, 'sign_in'>): Group {
  const holds = ([, rooms]: [string, readonly string[]]) => rooms.includes(room)
  return (Object.entries(ROOMS).find(holds)?.[0] ?? 'office') as Group
}

type Words = Partial<Record<RoomName, Record<string, string>>>

const loading = new Map<string, Promise<Words>>()

/** The texts of a group in a language. The same promise each time, as React's `use` needs it; a failed one is forgotten. */
export function loadGroup(language: Language, group: Group): Promise<Words> {
  const key = `${language} ${group}`
  let words = loading.get(key)
  if (!words) {
    const loaded: Promise<Words> = FILES[language][group]()
    loading.set(key, loaded)
    loaded.then(
      // React's `use` reads such a promise without suspending, after which it would hold the screen back for 300 ms.
      (value) => Object.assign(loaded, { status: 'fulfilled', value }),
      () => loading.delete(key),
    )
    words = loaded
  }
  return words
}

/** Loads a group in the language of the page. */
export const loadTexts = (group: Group): Promise<unknown> =>
  loadGroup(document.documentElement.lang === 'fa' ? 'fa' : 'en', group)

/** Loads a group ahead of its use, which asks again if that fails. */
export const prepareTexts = (group: Group): Promise<unknown> => loadTexts(group).catch(() => {})

/** Loads the groups in another language that have been loaded in some language. */
export const loadSameGroups = (language: Language) =>
  Promise.all(GROUPS.filter(isLoaded).map((group) => loadGroup(language, group)))

const isLoaded = (group: Group) => loading.has(`en ${group}`) || loading.has(`fa ${group}`)
