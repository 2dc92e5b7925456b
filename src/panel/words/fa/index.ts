// All texts in Persian but those of `sign-in.ts`, for types and tests. Browsers load the two parts.
import { content } from './content.ts'
import { office } from './office.ts'

export const fa = { ...content, ...office }
