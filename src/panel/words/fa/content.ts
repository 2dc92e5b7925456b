// The texts of the frame, of lists and of forms in Persian, loaded in one piece.
import { aids } from './aids.ts'
import { autosave } from './autosave.ts'
import { editor } from './editor.ts'
import { fields } from './fields.ts'
import { forms } from './forms.ts'
import { lists } from './lists.ts'
import { media } from './media.ts'
import { overview } from './overview.ts'
import { publishing } from './publishing.ts'
import { seo } from './seo.ts'
import { shell } from './shell.ts'

export const content = {
  aids,
  autosave,
  editor,
  fields,
  forms,
  lists,
  media,
  overview,
  publishing,
  seo,
  shell,
}
