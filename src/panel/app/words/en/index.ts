// All texts in English but those of `sign-in.ts`, for types and tests. Browsers load the parts.
import { aidsPart } from './parts/aids-part.ts'
import { formsPart } from './parts/forms-part.ts'
import { framePart } from './parts/frame-part.ts'
import { listsPart } from './parts/lists-part.ts'
import { officePart } from './parts/office-part.ts'

export const en = { ...framePart, ...listsPart, ...formsPart, ...aidsPart, ...officePart }
