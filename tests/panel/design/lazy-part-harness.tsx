import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { lazyPart, lazyScreen } from '../../../src/panel/app/design/lazy-part.tsx'

const Screen = lazyScreen(async () => () => <p>the screen</p>)
const Part = lazyPart(async () => () => <p>the part</p>)

/** Prepares both between their first rendering and their effects. */
function Page() {
  useLayoutEffect(() => {
    Screen.prepare()
    Part.prepare()
  })
  return (
    <>
      <Screen />
      <Part />
    </>
  )
}

createRoot(document.getElementById('panel')!).render(<Page />)
