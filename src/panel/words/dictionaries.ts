// All texts of the interface. Those of signing in come with the first script, in both languages; the others in one piece for
// each language.
import type { en as englishRooms } from './en/index.ts'
import { sign_in as englishSignIn } from './en/sign-in.ts'
import { sign_in as persianSignIn } from './fa/sign-in.ts'
import type { Language } from './language.ts'
import type { SameKeys } from './same-keys.ts'

export type Rooms = typeof englishRooms & { sign_in: typeof englishSignIn }
export type RoomName = keyof Rooms
const signIn = { en: englishSignIn, fa: persianSignIn }
type RoomWords = { [Room in keyof typeof englishRooms]: SameKeys<(typeof englishRooms)[Room]> }

const loaded: Partial<Record<Language, RoomWords>> = {}
const loading: Partial<Record<Language, Promise<void>>> = {}

/** Loads the texts of all rooms in a language, once. */
export function loadRooms(language: Language): Promise<void> {
  loading[language] ??= (
    language === 'fa'
      ? import('./fa/index.ts').then(({ fa }) => fa)
      : import('./en/index.ts').then(({ en }) => en)
  ).then((rooms) => {
    loaded[language] = rooms
  })
  loading[language].catch(() => delete loading[language])
  return loading[language]
}

/** The texts of a room, or the promise of them while they are being loaded. */
export function wordsOf(language: Language, room: RoomName): Record<string, string> | Promise<void> {
  if (room === 'sign_in') return signIn[language]
  return loaded[language]?.[room] ?? loadRooms(language)
}
