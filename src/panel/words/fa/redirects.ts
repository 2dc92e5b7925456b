import type { redirects as english } from '../en/redirects.ts'
import type { SameKeys } from '../same-keys.ts'

export const redirects: SameKeys<typeof english> = {}
