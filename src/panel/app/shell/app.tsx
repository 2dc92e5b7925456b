// The application: languages, queries and routing around either the sign-in screen or the frame with a screen in it.
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { RouterProvider } from 'react-aria-components'
import { Redirect, Router, useLocation, useSearch } from 'wouter'
import { noteOutcome } from '../api/proof-outcome.ts'
import { adoptSession, keyOfUser, lastSession, mayHaveSession } from '../api/session.ts'
import { useNewcomer, useOptionalSession } from '../api/use-session.ts'
import { prepareAnnouncer } from '../design/announce.ts'
import { lazyScreen } from '../design/lazy-part.tsx'
import { LanguageProvider } from '../words/words-context.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { askBeforeLeaving, hasUnsavedChanges } from './leaving.ts'
import { nextPath } from './next-path.ts'
import { applyScheme, storedScheme } from './scheme.ts'

type AppProps = {
  /** The navigation around the screens of a session. */
  Frame: ComponentType
  /** Loads the script of the frame ahead of its use. */
  loadFrame: () => Promise<unknown>
  /** Screens by path, for visitors with a session or without. */
  openScreens: Record<string, ComponentType>
}

applyScheme(storedScheme())
prepareAnnouncer()

/** Asked for before anything is shown. */
const adopted = adoptSession()

export const BASE = '/admin'

const SignInScreen = lazyScreen(() => import('./sign-in-screen.tsx').then((module) => module.SignInScreen))

export const App = (props: AppProps) => (
  <LanguageProvider>
    <Router
      base={BASE}
      aroundNav={(navigate, to, options) => void askBeforeLeaving(() => navigate(to, options))}
    >
      <Links>
        <ErrorBoundary>
          <Gate {...props} />
        </ErrorBoundary>
      </Links>
    </Router>
  </LanguageProvider>
)

/** Links of all components are paths of the panel. */
function Links({ children }: { children: ReactNode }) {
  const [, navigate] = useLocation()
  return (
    <RouterProvider navigate={navigate} useHref={(href) => (href.startsWith('/') ? BASE + href : href)}>
      {children}
    </RouterProvider>
  )
}

/** Leads from the sign-in page to the requested page, and keeps the problem of a failed confirmation for it. */
function LeadOn({ search }: { search: string }) {
  const [, navigate] = useLocation()
  useEffect(() => {
    const params = new URLSearchParams(search)
    const problem = params.get('problem')
    if (problem !== null && params.has('reauth')) noteOutcome(problem)
    navigate(nextPath(search), { replace: true })
  }, [search, navigate])
  return null
}

function Gate({ Frame, loadFrame, openScreens }: AppProps) {
  const session = useOptionalSession()
  const newcomer = useNewcomer()
  const [isAsking, setAsking] = useState(() => session === null && mayHaveSession())
  const [path] = useLocation()
  const search = useSearch()
  useEffect(() => {
    void adopted.then(() => setAsking(false))
  }, [])
  const OpenScreen = Object.hasOwn(openScreens, path) ? openScreens[path] : null
  if (OpenScreen)
    return (
      <Suspense fallback={null}>
        <OpenScreen />
      </Suspense>
    )
  if (isAsking && !session) return null
  if (path === '/sign-in')
    // Back from the identity provider there is a new session to begin.
    return session && !search.includes('ticket=') ? (
      <LeadOn search={search} />
    ) : (
      <SignInScreen loadFrame={loadFrame} />
    )
  // A form with unsaved changes stays, and so does a page with a newcomer: the frame opens the sign-in over it.
  if (!session && !newcomer && !hasUnsavedChanges())
    return <Redirect to={`/sign-in?next=${encodeURIComponent(path + (search && `?${search}`))}`} replace />
  return (
    <Suspense fallback={null}>
      <Frame key={keyOfUser((session ?? lastSession()!).user)} />
    </Suspense>
  )
}
