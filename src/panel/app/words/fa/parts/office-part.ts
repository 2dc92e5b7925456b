// The texts of the other rooms in Persian, loaded in one piece.
import { account } from '../account.ts'
import { account_links } from '../account-links.ts'
import { calendar } from '../calendar.ts'
import { history } from '../history.ts'
import { inbox } from '../inbox.ts'
import { people } from '../people.ts'
import { procurement } from '../procurement.ts'
import { status } from '../status.ts'
import { trash } from '../trash.ts'

export const officePart = {
  account,
  account_links,
  calendar,
  history,
  inbox,
  people,
  procurement,
  status,
  trash,
}
