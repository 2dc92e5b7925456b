// The admin panel: the entry of its script. Everything that a screen needs beyond the frame is loaded with the screen.
import { createRoot } from 'react-dom/client'
import { App } from './app/shell/app.tsx'

createRoot(document.getElementById('panel')!).render(<App />)
