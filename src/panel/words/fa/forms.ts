import type { forms as english } from '../en/forms.ts'
import type { SameKeys } from '../same-keys.ts'

export const forms: SameKeys<typeof english> = {}
