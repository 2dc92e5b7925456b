import type { account as english } from '../en/account.ts'
import type { SameKeys } from '../same-keys.ts'

export const account: SameKeys<typeof english> = {}
