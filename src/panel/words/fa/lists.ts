import type { lists as english } from '../en/lists.ts'
import type { SameKeys } from '../same-keys.ts'

export const lists: SameKeys<typeof english> = {}
