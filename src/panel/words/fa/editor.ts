import type { editor as english } from '../en/editor.ts'
import type { SameKeys } from '../same-keys.ts'

export const editor: SameKeys<typeof english> = {}
