// Paths of the panel and their screens. Each screen is a chunk of its own, loaded on first use.
import type { ComponentType, ReactNode } from 'react'
import { Route, Switch } from 'wouter'
import type { ResourceDescription } from '../../../client/index.ts'
import { parentFieldOf } from '../../records/parent-field.ts'
import { useResource, useSession } from '../api/api.ts'
import { lazyScreen } from '../design/lazy-part.tsx'
import { Waiting } from '../design/spinner.tsx'
import { type Group, prepareTexts } from '../words/dictionaries.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

/** Its texts are loaded along with its script. */
function screen<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  texts: Group,
) {
  return lazyScreen(
    async () => {
      const [module] = await Promise.all([load(), prepareTexts(texts)])
      return module[name]
    },
    <Waiting />,
  )
}

const OverviewScreen = screen(
  () => import('../../screens/overview/overview-screen.tsx'),
  'OverviewScreen',
  'lists',
)
const AccountScreen = screen(
  () => import('../../screens/account/account-screen.tsx'),
  'AccountScreen',
  'office',
)
const CalendarScreen = screen(
  () => import('../../screens/calendar/calendar-screen.tsx'),
  'CalendarScreen',
  'forms',
)
const MediaLibraryScreen = screen(
  () => import('../../media/media-library-screen.tsx'),
  'MediaLibraryScreen',
  'lists',
)
const MessagesScreen = screen(
  () => import('../../screens/inbox/messages-screen.tsx'),
  'MessagesScreen',
  'office',
)
const NewsletterScreen = screen(
  () => import('../../screens/inbox/newsletter-screen.tsx'),
  'NewsletterScreen',
  'office',
)
const UsersScreen = screen(() => import('../../screens/people/users-screen.tsx'), 'UsersScreen', 'office')
const TrashScreen = screen(() => import('../../screens/trash/trash-screen.tsx'), 'TrashScreen', 'office')
const QuotesScreen = screen(
  () => import('../../screens/procurement/quotes-screen.tsx'),
  'QuotesScreen',
  'office',
)
const QuoteScreen = screen(
  () => import('../../screens/procurement/quote-screen.tsx'),
  'QuoteScreen',
  'office',
)
const InventoryScreen = screen(
  () => import('../../screens/procurement/inventory-screen.tsx'),
  'InventoryScreen',
  'office',
)
const PeopleScreen = screen(
  () => import('../../screens/procurement/people-screen.tsx'),
  'PeopleScreen',
  'office',
)
const AuditScreen = screen(() => import('../../screens/status/audit-screen.tsx'), 'AuditScreen', 'office')
const StatusScreen = screen(() => import('../../screens/status/status-screen.tsx'), 'StatusScreen', 'office')
const RecordListScreen = screen(
  () => import('../../lists/record-list-screen.tsx'),
  'RecordListScreen',
  'lists',
)
const RecordFormScreen = screen(
  () => import('../../record/forms/record-form-screen.tsx'),
  'RecordFormScreen',
  'forms',
)
const RecordTreeScreen = screen(
  () => import('../../record/forms/record-tree-screen.tsx'),
  'RecordTreeScreen',
  'forms',
)
const TrashHistoryScreen = screen(
  () => import('../../record/history/trash-history-screen.tsx'),
  'TrashHistoryScreen',
  'office',
)
const HistoryScreen = screen(
  () => import('../../record/history/history-screen.tsx'),
  'HistoryScreen',
  'office',
)

/** Screens of admins; for others there is no such page. */
const ADMIN_SCREENS: [string, typeof CalendarScreen][] = [
  ['/calendar', CalendarScreen],
  ['/media', MediaLibraryScreen],
  ['/messages', MessagesScreen],
  ['/newsletter', NewsletterScreen],
  ['/users', UsersScreen],
  ['/trash', TrashScreen],
  ['/trash/:id/history', TrashHistoryScreen],
  ['/quotes', QuotesScreen],
  ['/inventory', InventoryScreen],
  ['/people', PeopleScreen],
  ['/audit', AuditScreen],
  ['/status', StatusScreen],
]

export function Screens() {
  const { user } = useSession()
  const isAdmin = user.role === 'admin'
  return (
    <Switch>
      <Route path="/" component={OverviewScreen} />
      <Route path="/account" component={AccountScreen} />
      {isAdmin &&
        ADMIN_SCREENS.map(([path, component]) => <Route key={path} path={path} component={component} />)}
      {isAdmin && <Route path="/quotes/:id">{({ id }) => <QuoteScreen key={id} id={id} />}</Route>}
      <Route path="/:resource">
        {({ resource }) => (
          <ForResource name={resource}>
            {(found) =>
              found.singleton ? (
                <RecordFormScreen key={resource} resource={found} id="1" />
              ) : parentFieldOf(found) ? (
                <RecordTreeScreen key={resource} resource={found} />
              ) : (
                <RecordListScreen key={resource} resource={found} />
              )
            }
          </ForResource>
        )}
      </Route>
      <Route path="/:resource/:id/history">
        {({ resource, id }) => (
          <ForResource name={resource}>
            {(found) => <HistoryScreen key={`${resource} ${id}`} resource={found} id={id} />}
          </ForResource>
        )}
      </Route>
      <Route path="/:resource/:id">
        {({ resource, id }) => (
          <ForResource name={resource}>
            {(found) => <RecordFormScreen key={resource} resource={found} id={id} />}
          </ForResource>
        )}
      </Route>
      <Route component={NotFoundScreen} />
    </Switch>
  )
}

/**
 * Begins to load the script of the screen at a path. Which screen shows a resource is known with the schema only; most have
 * a list.
 */
export function prepareScreen(path: string) {
  screenAt(path).prepare()
}

function screenAt(path: string) {
  const found = ADMIN_SCREENS.find(([pattern]) => pattern === path)
  if (found) return found[1]
  const [, name, id, view] = path.split('/')
  if (!name) return OverviewScreen
  if (name === 'account') return AccountScreen
  if (name === 'quotes') return QuoteScreen
  if (name === 'trash') return TrashHistoryScreen
  if (view) return HistoryScreen
  return id ? RecordFormScreen : RecordListScreen
}

type ForResourceProps = { name: string; children: (resource: ResourceDescription) => ReactNode }

/** A name that the schema does not have for this role is a page that does not exist. */
function ForResource({ name, children }: ForResourceProps) {
  const resource = useResource(name)
  return resource ? children(resource) : <NotFoundScreen />
}
