import type { history as english } from '../en/history.ts'
import type { SameKeys } from '../same-keys.ts'

export const history: SameKeys<typeof english> = {}
