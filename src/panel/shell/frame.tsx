// Everything around a screen: navigation, notices, dialogs of the session, toasts.
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { queryClient, useSchemaQuery } from '../api/api.ts'
import { IconButton } from '../design/button.tsx'
import { addIcons } from '../design/icon.tsx'
import { iconPaths } from '../design/icon-paths.ts'
import { ProblemNotice } from '../design/problem-notice.tsx'
import { Waiting } from '../design/spinner.tsx'
import { Toasts } from '../design/toasts.tsx'
import { useWords } from '../words/words-context.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { Screens } from './routes.tsx'
import { SessionWatch } from './session-dialog.tsx'
import { Sidebar } from './sidebar.tsx'

const Drawer = lazy(() => import('./drawer.tsx').then(({ Drawer }) => ({ default: Drawer })))
const GoTo = lazy(() => import('./go-to.tsx').then(({ GoTo }) => ({ default: GoTo })))

addIcons(iconPaths)

export const Frame = () => (
  <QueryClientProvider client={queryClient}>
    <FrameContent />
  </QueryClientProvider>
)

function FrameContent() {
  const t = useWords('shell')
  const [path] = useLocation()
  // The path at which the drawer was opened: another page closes it.
  const [drawerPath, setDrawerPath] = useState<string | null>(null)
  const setDrawerOpen = (isOpen: boolean) => setDrawerPath(isOpen ? path : null)
  const schema = useSchemaQuery()
  const [isGoingTo, setGoingTo] = useState(false)
  useGoToShortcut(setGoingTo)
  // Its script is loaded when it is opened for the first time.
  const [hasGoneTo, setGoneTo] = useState(false)
  if (isGoingTo && !hasGoneTo) setGoneTo(true)
  useFocusOnNavigation(path)

  const sidebar = schema.data && (
    <Sidebar onNavigate={() => setDrawerOpen(false)} onGoTo={() => setGoingTo(true)} />
  )
  return (
    <div className="frame">
      <a className="skip-link" href="#content">
        {t('skip_to_content')}
      </a>
      <div className="frame-side">{sidebar}</div>
      <header className="frame-top">
        <IconButton icon="menu" label={t('open_menu')} onPress={() => setDrawerOpen(true)} />
        {schema.data && <IconButton icon="search" label={t('go_to')} onPress={() => setGoingTo(true)} />}
      </header>
      {drawerPath === path && (
        <Suspense fallback={null}>
          <Drawer onOpenChange={setDrawerOpen}>{sidebar}</Drawer>
        </Suspense>
      )}
      <main className="frame-main" id="content" tabIndex={-1}>
        <OfflineNotice />
        <SessionWatch />
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
      {schema.data && hasGoneTo && (
        <Suspense fallback={null}>
          <GoTo isOpen={isGoingTo} onOpenChange={setGoingTo} />
        </Suspense>
      )}
      <LeaveDialog />
      <Toasts />
    </div>
  )
}

/** After a link was followed, the focus goes to the new page's heading, as a browser does with a new document. */
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
function useGoToShortcut(setOpen: (isOpen: boolean) => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // By its place too, since a Persian keyboard types another letter with this key.
      const isK = event.key.toLowerCase() === 'k' || event.code === 'KeyK'
      if (!isK || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [setOpen])
}
