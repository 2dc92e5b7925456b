// All texts of the interface. Those of signing in come with the first script, in both languages; the others in parts for each
// language, so that a screen loads those that it begins with.
import type { aidsPart as aidsWords } from './en/parts/aids-part.ts'
import type { formsPart as formsWords } from './en/parts/forms-part.ts'
import type { framePart as frameWords } from './en/parts/frame-part.ts'
import type { listsPart as listsWords } from './en/parts/lists-part.ts'
import type { officePart as officeWords } from './en/parts/office-part.ts'
import { sign_in as englishSignIn } from './en/sign-in.ts'
import { sign_in as persianSignIn } from './fa/sign-in.ts'
import type { Language } from './language.ts'
import type { SameKeys } from './same-keys.ts'

type Parts = {
  frame: typeof frameWords
  lists: typeof listsWords
  forms: typeof formsWords
  aids: typeof aidsWords
  office: typeof officeWords
}
export type Part = keyof Parts
type PartWords<Name extends Part> = { [Room in keyof Parts[Name]]: SameKeys<Parts[Name][Room]> }

export type Rooms = Parts['frame'] &
  Parts['lists'] &
  Parts['forms'] &
  Parts['aids'] &
  Parts['office'] & { sign_in: typeof englishSignIn }
export type RoomName = keyof Rooms
export const signIn = { en: englishSignIn, fa: persianSignIn }

const LOADERS = {
  en: {
    frame: () => import('./en/parts/frame-part.ts').then(({ framePart }) => framePart),
    lists: () => import('./en/parts/lists-part.ts').then(({ listsPart }) => listsPart),
    forms: () => import('./en/parts/forms-part.ts').then(({ formsPart }) => formsPart),
    aids: () => import('./en/parts/aids-part.ts').then(({ aidsPart }) => aidsPart),
    office: () => import('./en/parts/office-part.ts').then(({ officePart }) => officePart),
  },
  fa: {
    frame: () => import('./fa/parts/frame-part.ts').then(({ framePart }) => framePart),
    lists: () => import('./fa/parts/lists-part.ts').then(({ listsPart }) => listsPart),
    forms: () => import('./fa/parts/forms-part.ts').then(({ formsPart }) => formsPart),
    aids: () => import('./fa/parts/aids-part.ts').then(({ aidsPart }) => aidsPart),
    office: () => import('./fa/parts/office-part.ts').then(({ officePart }) => officePart),
  },
}

const PART_OF: Record<Exclude<RoomName, 'sign_in'>, Part> = {
  shell: 'frame',
  lists: 'lists',
  media: 'lists',
  overview: 'lists',
  autosave: 'forms',
  editor: 'forms',
  fields: 'forms',
  forms: 'forms',
  publishing: 'forms',
  aids: 'aids',
  conflicts: 'aids',
  editor_tools: 'aids',
  preview: 'aids',
  seo: 'aids',
  account: 'office',
  account_links: 'office',
  calendar: 'office',
  history: 'office',
  inbox: 'office',
  people: 'office',
  procurement: 'office',
  status: 'office',
  trash: 'office',
}

export const partOf = (room: Exclude<RoomName, 'sign_in'>): Part => PART_OF[room]

const loading = new Map<string, Promise<PartWords<Part>>>()

/** The texts of a part in a language. The same promise each time, as React's `use` needs it; a failed one is forgotten. */
export function loadPart<Name extends Part>(language: Language, part: Name): Promise<PartWords<Name>> {
  const key = `${language} ${part}`
  let words = loading.get(key)
  if (!words) {
    const loaded = LOADERS[language][part]() as Promise<PartWords<Part>>
    loading.set(key, loaded)
    loaded.then(
      // React's `use` reads such a promise without suspending, after which it would hold the screen back for 300 ms.
      (value) => Object.assign(loaded, { status: 'fulfilled', value }),
      () => loading.delete(key),
    )
    words = loaded
  }
  return words as Promise<PartWords<Name>>
}

/** Loads a part in the language of the page. */
export const loadTexts = (part: Part): Promise<unknown> =>
  loadPart(document.documentElement.lang === 'fa' ? 'fa' : 'en', part)

/** Loads a part ahead of its use, which asks again if that fails. */
export const prepareTexts = (part: Part): Promise<unknown> => loadTexts(part).catch(() => {})

/** Loads the parts in another language that have been loaded in some language. */
export const loadSameParts = (language: Language) =>
  Promise.all(PARTS.filter(isLoaded).map((part) => loadPart(language, part)))

const PARTS: readonly Part[] = ['frame', 'lists', 'forms', 'aids', 'office']

const isLoaded = (part: Part) => [...loading.keys()].some((key) => key.endsWith(` ${part}`))
