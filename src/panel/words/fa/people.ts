import type { people as english } from '../en/people.ts'
import type { SameKeys } from '../same-keys.ts'

export const people: SameKeys<typeof english> = {}
