import { GROUPS, loadGroup, type Rooms } from '../../../src/panel/app/words/dictionaries.ts'
import type { Language } from '../../../src/panel/app/words/language.ts'

type AllWords = Omit<Rooms, 'sign_in'>

/** All texts of the interface by room, but those of signing in. */
export async function allWords(language: Language): Promise<AllWords> {
  const files = await Promise.all(GROUPS.map((group) => loadGroup(language, group)))
  return Object.assign({}, ...files) as AllWords
}
