// All texts of the interface. Those of signing in come with the first script, in both languages; the others in two parts for
// each language: what the frame, lists and forms need, and the other rooms.
import type { content as englishContent } from './en/content.ts'
import type { office as englishOffice } from './en/office.ts'
import { sign_in as englishSignIn } from './en/sign-in.ts'
import { sign_in as persianSignIn } from './fa/sign-in.ts'
import type { Language } from './language.ts'
import type { SameKeys } from './same-keys.ts'

type Parts = { content: typeof englishContent; office: typeof englishOffice }
export type Part = keyof Parts
type PartWords<Name extends Part> = { [Room in keyof Parts[Name]]: SameKeys<Parts[Name][Room]> }

export type Rooms = Parts['content'] & Parts['office'] & { sign_in: typeof englishSignIn }
export type RoomName = keyof Rooms
export const signIn = { en: englishSignIn, fa: persianSignIn }

const LOADERS = {
  en: {
    content: () => import('./en/content.ts').then(({ content }) => content),
    office: () => import('./en/office.ts').then(({ office }) => office),
  },
  fa: {
    content: () => import('./fa/content.ts').then(({ content }) => content),
    office: () => import('./fa/office.ts').then(({ office }) => office),
  },
}

const OFFICE_ROOMS: readonly RoomName[] = [
  'account',
  'account_links',
  'history',
  'inbox',
  'people',
  'procurement',
  'status',
  'trash',
]

export const partOf = (room: Exclude<RoomName, 'sign_in'>): Part =>
  OFFICE_ROOMS.includes(room) ? 'office' : 'content'

const loading = new Map<string, Promise<PartWords<Part>>>()

/** The texts of a part in a language. The same promise each time, as React's `use` needs it; a failed one is forgotten. */
export function loadPart<Name extends Part>(language: Language, part: Name): Promise<PartWords<Name>> {
  const key = `${language} ${part}`
  let words = loading.get(key)
  if (!words) {
    words = LOADERS[language][part]() as Promise<PartWords<Part>>
    loading.set(key, words)
    words.catch(() => loading.delete(key))
  }
  return words as Promise<PartWords<Name>>
}

/** Loads the parts in another language that have been loaded in some language. */
export const loadSameParts = (language: Language) =>
  Promise.all((['content', 'office'] as const).filter(isLoaded).map((part) => loadPart(language, part)))

const isLoaded = (part: Part) => [...loading.keys()].some((key) => key.endsWith(part))
