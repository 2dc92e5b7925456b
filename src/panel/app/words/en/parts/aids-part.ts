// The texts of what helps with writing, and of what opens on demand in forms, in English, loaded in one piece.
import { aids } from '../aids.ts'
import { conflicts } from '../conflicts.ts'
import { editor_tools } from '../editor-tools.ts'
import { preview } from '../preview.ts'
import { seo } from '../seo.ts'

export const aidsPart = { aids, conflicts, editor_tools, preview, seo }
