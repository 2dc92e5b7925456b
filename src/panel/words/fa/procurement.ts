import type { procurement as english } from '../en/procurement.ts'
import type { SameKeys } from '../same-keys.ts'

export const procurement: SameKeys<typeof english> = {}
