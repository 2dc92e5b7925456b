// The admin panel: the entry of its script. Everything that a screen needs beyond the frame is loaded with the screen.
import { createRoot } from 'react-dom/client'
import { mayHaveSession } from './app/api/session.ts'
import { lazyScreen } from './app/design/lazy-part.tsx'
import { App, BASE } from './app/shell/app.tsx'
import { prepareTexts } from './app/words/dictionaries.ts'
import { openScreens } from './screens/account-links/open-screens.ts'

const loadFrame = () => import('./screens/panel-frame.tsx')

const Frame = lazyScreen(async () => {
  const texts = prepareTexts('frame')
  const { PanelFrame, prepareFrame } = await loadFrame()
  prepareFrame(location.pathname.slice(BASE.length))
  await texts
  return PanelFrame
})

// Somebody is signed in here: the frame is shown as soon as the session is known.
if (mayHaveSession()) void loadFrame().catch(() => {})

createRoot(document.getElementById('panel')!).render(
  <App Frame={Frame} loadFrame={loadFrame} openScreens={openScreens} />,
)
