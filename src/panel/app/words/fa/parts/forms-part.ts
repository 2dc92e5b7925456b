// The texts of what every form begins with in Persian, loaded in one piece.
import { autosave } from '../autosave.ts'
import { editor } from '../editor.ts'
import { fields } from '../fields.ts'
import { forms } from '../forms.ts'
import { publishing } from '../publishing.ts'

export const formsPart = { autosave, editor, fields, forms, publishing }
