// Everything around a screen: navigation, notices, dialogs of the session, toasts.
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { queryClient, useSchemaQuery } from '../api/api.ts'
import { holdForOwner } from '../api/session.ts'
import { untilAsked } from '../api/session-fetch.ts'
import { IconButton } from '../design/button.tsx'
import { addIcons } from '../design/icon.tsx'
import { iconPaths } from '../design/icon-paths.ts'
import { laterPart, lazyPart } from '../design/lazy-part.tsx'
import { ProblemNotice } from '../design/problem-notice.tsx'
import { Waiting } from '../design/spinner.tsx'
import { Toasts } from '../design/toasts.tsx'
import { untilReady } from '../design/use-ready.ts'
import { loadTexts } from '../words/dictionaries.ts'
import { useWords } from '../words/words-context.tsx'
import { catchTyping } from './early-typing.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { LoadingNotice } from './loading-notice.tsx'
import type { NavigationOf } from './navigation-section.ts'
import { ProofWatch } from './proof-watch.tsx'
import { Sidebar } from './sidebar.tsx'

const Drawer = lazyPart(() => import('./drawer.tsx').then((module) => module.Drawer))

/** The dialog is not needed before the screen can be used, unless one of its requests is refused. */
const SessionWatch = lazyPart(() =>
  Promise.race([untilReady(), untilAsked()])
    .then(() => Promise.all([import('./session-dialog.tsx'), loadTexts('help')]))
    .then(([module]) => module.SessionWatch),
)

const LiveEvents = laterPart(() => import('../events/live-events.tsx').then((module) => module.LiveEvents))

const LeaveDialog = laterPart(() =>
  Promise.all([import('./leave-dialog.tsx'), loadTexts('help')]).then(([module]) => module.LeaveDialog),
)

addIcons(iconPaths)

void untilReady()
  .then(() => import('../api/fetch-ahead.ts'))
  .then(
    ({ fetchAhead }) => fetchAhead(),
    () => {},
  )

export type GoToProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

type FrameProps = {
  Screens: ComponentType
  GoTo: ComponentType<GoToProps>
  Help: ComponentType
  Foot: ComponentType<{ onFollow: () => void }>
  navigationOf: NavigationOf
}

export const Frame = (props: FrameProps) => (
  <QueryClientProvider client={queryClient}>
    <FrameContent {...props} />
  </QueryClientProvider>
)

function FrameContent({ Screens, GoTo, Help, Foot, navigationOf }: FrameProps) {
  const t = useWords('shell')
  const [path] = useLocation()
  useEffect(holdForOwner, [])
  // The path at which the drawer was opened: another page closes it.
  const [drawerPath, setDrawerPath] = useState<string | null>(null)
  const setDrawerOpen = (isOpen: boolean) => setDrawerPath(isOpen ? path : null)
  const schema = useSchemaQuery()
  const [isGoingTo, setGoingTo] = useState(false)
  // Its script is loaded when it is opened for the first time, and again where that has failed.
  const [hasGoneTo, setGoneTo] = useState(false)
  const goTo = () => {
    if (isGoingTo || !schema.data) return
    catchTyping(() => {
      setGoingTo(false)
      setGoneTo(false)
    })
    setGoingTo(true)
    setGoneTo(true)
  }
  useGoToShortcut(goTo)
  useFocusOnNavigation(path)

  const sidebar = schema.data && (
    <Sidebar navigationOf={navigationOf} onNavigate={() => setDrawerOpen(false)} onGoTo={goTo} Foot={Foot} />
  )
  return (
    <div className="frame">
      <a className="skip-link" href="#content">
        {t('skip_to_content')}
      </a>
      <div className="frame-side">{sidebar}</div>
      <header className="frame-top">
        <IconButton icon="menu" label={t('open_menu')} onPress={() => setDrawerOpen(true)} />
        {schema.data && <IconButton icon="search" label={t('go_to')} onPress={goTo} />}
      </header>
      {drawerPath === path && <Drawer onOpenChange={setDrawerOpen}>{sidebar}</Drawer>}
      <main className="frame-main" id="content" tabIndex={-1}>
        <LoadingNotice />
        <SessionWatch />
        <ProofWatch />
        <LiveEvents />
        <ErrorBoundary resetKey={path}>
          {schema.error && <ProblemNotice error={schema.error} onRetry={() => void schema.refetch()} />}
          {schema.isPending && <Waiting />}
          {schema.data && (
            <Suspense fallback={<Waiting />}>
              <Screens />
            </Suspense>
          )}
        </ErrorBoundary>
      </main>
      {schema.data && hasGoneTo && <GoTo isOpen={isGoingTo} onOpenChange={setGoingTo} />}
      {schema.data && <Help />}
      <LeaveDialog />
      <Toasts />
    </div>
  )
}

/** The focus goes to the new page's heading after a link was followed, as a browser does with a new document. */
function useFocusOnNavigation(path: string) {
  const last = useRef(path)
  useEffect(() => {
    if (path === last.current) return
    last.current = path
    scrollTo(0, 0)
    return focusHeadingOnceShown()
  }, [path])
}

/** Returns a function that stops waiting for the heading. */
function focusHeadingOnceShown() {
  const main = document.getElementById('content')!
  const seen = new MutationObserver(tryToFocus)
  let left: Element | null = null
  function tryToFocus() {
    const { activeElement } = document
    // The script of a screen may come late: by then, the keyboard may be elsewhere.
    left ??= activeElement
    const isElsewhere = activeElement !== left && activeElement !== document.body
    const isInScreen = main.contains(activeElement) && activeElement !== main
    if (isElsewhere || isInScreen) return seen.disconnect()
    const heading = main.querySelector('h1')
    if (!heading) return
    heading.focus({ preventScroll: true })
    seen.disconnect()
  }
  // Dialogs that close with the navigation put the focus back first.
  const timer = setTimeout(() => {
    seen.observe(main, { childList: true, subtree: true })
    tryToFocus()
  }, 80)
  return () => {
    clearTimeout(timer)
    seen.disconnect()
  }
}

/** Ctrl+K, or ⌘K on a Mac, wherever the focus is. */
function useGoToShortcut(onPress: () => void) {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // The key counts by its place too, since a Persian keyboard types another letter with it.
      const isK = event.key.toLowerCase() === 'k' || event.code === 'KeyK'
      if (!isK || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      press()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
