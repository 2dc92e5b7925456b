// The admin panel: the entry of its script. Everything that a screen needs beyond the frame is loaded with the screen.
import { createRoot } from 'react-dom/client'
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

createRoot(document.getElementById('panel')!).render(
  <App Frame={Frame} loadFrame={loadFrame} openScreens={openScreens} />,
)
