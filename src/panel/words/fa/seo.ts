import type { seo as english } from '../en/seo.ts'
import type { SameKeys } from '../same-keys.ts'

export const seo: SameKeys<typeof english> = {}
