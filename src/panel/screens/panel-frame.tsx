// The frame with the screens in it, loaded while somebody signs in.
import { prepareSchema } from '../app/api/api.ts'
import { lazyPart } from '../app/design/lazy-part.tsx'
import { cancelTyping } from '../app/shell/early-typing.ts'
import { Frame } from '../app/shell/frame.tsx'
import { loadTexts } from '../app/words/dictionaries.ts'
import { navigationOf } from './navigation.ts'
import { prepareScreen, Screens } from './screens.tsx'

const GoTo = lazyPart(async () => {
  try {
    const [{ GoTo }] = await Promise.all([import('./go-to/go-to.tsx'), loadTexts('office')])
    return GoTo
  } catch (error) {
    cancelTyping()
    throw error
  }
})

export const PanelFrame = () => <Frame Screens={Screens} GoTo={GoTo} navigationOf={navigationOf} />

/** Asks for what the first screen, at a path of the panel, needs, since rendering the frame takes as long as the answers. */
export function prepareFrame(path: string) {
  prepareSchema()
  prepareScreen(path)
}
