import type { overview as english } from '../en/overview.ts'
import type { SameKeys } from '../same-keys.ts'

export const overview: SameKeys<typeof english> = {}
