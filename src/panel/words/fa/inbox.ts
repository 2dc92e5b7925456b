import type { inbox as english } from '../en/inbox.ts'
import type { SameKeys } from '../same-keys.ts'

export const inbox: SameKeys<typeof english> = {}
