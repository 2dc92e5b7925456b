import type { fields as english } from '../en/fields.ts'
import type { SameKeys } from '../same-keys.ts'

export const fields: SameKeys<typeof english> = {}
