// Paths of the panel and their screens. Each screen is a chunk of its own, loaded on first use.
import type { ComponentType, ReactNode } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import type { ResourceDescription } from '../../client/index.ts'
import { useResource, useSession } from '../app/api/api.ts'
import { lazyScreen } from '../app/design/lazy-part.tsx'
import { loadScreenStyles } from '../app/design/screen-styles.ts'
import { Waiting } from '../app/design/spinner.tsx'
import { NotFoundScreen } from '../app/shell/not-found-screen.tsx'
import { type Group, prepareTexts } from '../app/words/dictionaries.ts'
import { useLabel } from '../app/words/words-context.tsx'
import { parentFieldOf } from '../records/parent-field.ts'
import { firstPageOf, isNotConnected, SCREENS, screensFor } from './screen-table.ts'

/** Its texts are loaded along with its script, and the styles that lists and forms do without. */
const screen = <Props extends object>(load: () => Promise<ComponentType<Props>>, texts: Group = 'office') =>
  lazyScreen(
    () =>
      Promise.all([load(), prepareTexts(texts), texts === 'office' && loadScreenStyles()]).then(
        ([component]) => component,
      ),
    <Waiting />,
  )

const lazyScreens = new Map(
  SCREENS.map(({ path, load, texts }) => [
    path,
    screen(() => load().then((module) => Object.values(module)[0]!), texts),
  ]),
)

const RecordListScreen = screen(
  () => import('../lists/record-list-screen.tsx').then((module) => module.RecordListScreen),
  'lists',
)
const RecordFormScreen = screen(
  () => import('../record/forms/record-form-screen.tsx').then((module) => module.RecordFormScreen),
  'forms',
)
const RecordTreeScreen = screen(
  () => import('../record/forms/record-tree-screen.tsx').then((module) => module.RecordTreeScreen),
  'lists',
)
const HistoryScreen = screen(() =>
  import('../record/history/history-screen.tsx').then((module) => module.HistoryScreen),
)

const NotConnectedScreen = screen(() =>
  import('./procurement/not-connected-screen.tsx').then((module) => module.NotConnectedScreen),
)

export function Screens() {
  const { user } = useSession()
  const label = useLabel()
  return (
    <Switch>
      {user.role === null && (
        <Route path="/">
          <Redirect to={firstPageOf(user)} replace />
        </Route>
      )}
      {screensFor(user).map(({ path, title, procurement }) => {
        const Screen = procurement && isNotConnected(user) ? NotConnectedScreen : lazyScreens.get(path)!
        return (
          <Route key={path} path={path}>
            {({ id = '' }: { id?: string }) => <Screen key={id} title={label(title)} id={id} />}
          </Route>
        )
      })}
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
  const row = SCREENS.find((row) => new RegExp(`^${row.path.replace(/:\w+/, '[^/]+')}$`).test(path))
  const [, , id, view] = path.split('/')
  const ofResource = view ? HistoryScreen : id ? RecordFormScreen : RecordListScreen
  const screen = row ? lazyScreens.get(row.path)! : ofResource
  screen.prepare()
}

type ForResourceProps = { name: string; children: (resource: ResourceDescription) => ReactNode }

/** A name that the schema does not have for this role is a page that does not exist. */
function ForResource({ name, children }: ForResourceProps) {
  const resource = useResource(name)
  return resource ? children(resource) : <NotFoundScreen />
}
