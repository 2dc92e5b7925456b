import type { trash as english } from '../en/trash.ts'
import type { SameKeys } from '../same-keys.ts'

export const trash: SameKeys<typeof english> = {}
