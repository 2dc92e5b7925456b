// The application: languages, queries and routing around either the sign-in screen or the frame with a screen in it.
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { RouterProvider } from 'react-aria-components'
import { Redirect, Router, useLocation, useSearch } from 'wouter'
import { adoptSession } from '../api/session.ts'
import { useOptionalSession } from '../api/use-session.ts'
import { prepareAnnouncer } from '../design/announce.ts'
import { lazyScreen } from '../design/lazy-part.tsx'
import { prepareTexts } from '../words/dictionaries.ts'
import { LanguageProvider } from '../words/words-context.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { askBeforeLeaving, hasUnsavedChanges } from './leaving.ts'
import { applyScheme, storedScheme } from './scheme.ts'
import { SignInScreen } from './sign-in-screen.tsx'

const Frame = lazyScreen(async () => {
  const texts = prepareTexts('frame')
  const { Frame, prepareFrame } = await import('./frame.tsx')
  prepareFrame(location.pathname.slice(BASE.length))
  await texts
  return Frame
})

const ForgotPasswordScreen = lazyScreen(() =>
  import('../../screens/account-links/forgot-password-screen.tsx').then(
    (module) => module.ForgotPasswordScreen,
  ),
)
const ResetPasswordScreen = lazyScreen(() =>
  import('../../screens/account-links/set-password-screen.tsx').then((module) => module.ResetPasswordScreen),
)
const AcceptInvitationScreen = lazyScreen(() =>
  import('../../screens/account-links/set-password-screen.tsx').then(
    (module) => module.AcceptInvitationScreen,
  ),
)

/** Screens that links in mails lead to, with a session or without. */
const OPEN_SCREENS: Record<string, ComponentType> = {
  '/forgot-password': ForgotPasswordScreen,
  '/reset-password': ResetPasswordScreen,
  '/accept-invitation': AcceptInvitationScreen,
}

applyScheme(storedScheme())
prepareAnnouncer()

const BASE = '/admin'

export const App = () => (
  <LanguageProvider>
    <Router
      base={BASE}
      aroundNav={(navigate, to, options) => void askBeforeLeaving(() => navigate(to, options))}
    >
      <Links />
    </Router>
  </LanguageProvider>
)

/** Links of all components are paths of the panel. */
function Links() {
  const [, navigate] = useLocation()
  return (
    <RouterProvider navigate={navigate} useHref={(href) => (href.startsWith('/') ? BASE + href : href)}>
      <ErrorBoundary>
        <Gate />
      </ErrorBoundary>
    </RouterProvider>
  )
}

function Gate() {
  const session = useOptionalSession()
  const [isAsking, setAsking] = useState(session === null)
  const [path] = useLocation()
  const search = useSearch()
  useEffect(() => {
    void adoptSession().then(() => setAsking(false))
  }, [])
  const OpenScreen = Object.hasOwn(OPEN_SCREENS, path) ? OPEN_SCREENS[path] : null
  if (OpenScreen)
    return (
      <Suspense fallback={null}>
        <OpenScreen />
      </Suspense>
    )
  if (isAsking && !session) return null
  if (path === '/sign-in') return session ? <Redirect to={nextPath(search)} replace /> : <SignInScreen />
  // A form with unsaved changes stays; the frame asks to sign in over it.
  if (!session && !hasUnsavedChanges())
    return <Redirect to={`/sign-in?next=${encodeURIComponent(path + (search && `?${search}`))}`} replace />
  return (
    <Suspense fallback={null}>
      <Frame />
    </Suspense>
  )
}

/** Only paths of the panel: an address on another site could be slipped in. */
function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  return /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : '/'
}
