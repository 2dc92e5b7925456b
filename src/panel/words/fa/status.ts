import type { status as english } from '../en/status.ts'
import type { SameKeys } from '../same-keys.ts'

export const status: SameKeys<typeof english> = {}
