import type { newsletter as english } from '../en/newsletter.ts'
import type { SameKeys } from '../same-keys.ts'

export const newsletter: SameKeys<typeof english> = {}
