// All texts of the rooms in Persian, loaded in one piece. Only `sign-in.ts` comes before.
import { account } from './account.ts'
import { account_links } from './account-links.ts'
import { aids } from './aids.ts'
import { autosave } from './autosave.ts'
import { editor } from './editor.ts'
import { fields } from './fields.ts'
import { forms } from './forms.ts'
import { history } from './history.ts'
import { inbox } from './inbox.ts'
import { lists } from './lists.ts'
import { media } from './media.ts'
import { overview } from './overview.ts'
import { people } from './people.ts'
import { procurement } from './procurement.ts'
import { publishing } from './publishing.ts'
import { seo } from './seo.ts'
import { shell } from './shell.ts'
import { status } from './status.ts'
import { trash } from './trash.ts'

export const fa = {
  account,
  account_links,
  aids,
  autosave,
  editor,
  fields,
  forms,
  history,
  inbox,
  lists,
  media,
  overview,
  people,
  procurement,
  publishing,
  seo,
  shell,
  status,
  trash,
}
