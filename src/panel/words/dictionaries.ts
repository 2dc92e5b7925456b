// All texts of the interface. Those of signing in come with the first script, in both languages; the others in one piece for
// each language.
import type { en as englishRooms } from './en/index.ts'
import { sign_in as englishSignIn } from './en/sign-in.ts'
import { sign_in as persianSignIn } from './fa/sign-in.ts'
import type { Language } from './language.ts'
import type { SameKeys } from './same-keys.ts'

export type Rooms = typeof englishRooms & { sign_in: typeof englishSignIn }
export type RoomName = keyof Rooms
export const signIn = { en: englishSignIn, fa: persianSignIn }
type RoomWords = { [Room in keyof typeof englishRooms]: SameKeys<(typeof englishRooms)[Room]> }

const loading: Partial<Record<Language, Promise<RoomWords>>> = {}

/** The texts of all rooms in a language. The same promise each time, as React's `use` needs it; a failed one is forgotten. */
export function loadRooms(language: Language): Promise<RoomWords> {
  let rooms = loading[language]
  if (!rooms) {
    rooms =
      language === 'fa'
        ? import('./fa/index.ts').then(({ fa }) => fa)
        : import('./en/index.ts').then(({ en }) => en)
    loading[language] = rooms
    rooms.catch(() => delete loading[language])
  }
  return rooms
}
