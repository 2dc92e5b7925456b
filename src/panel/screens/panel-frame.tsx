// The frame with the screens in it, loaded while somebody signs in.
import { prepareSchema } from '../app/api/api.ts'
import { requireScript } from '../app/api/missing-scripts.ts'
import { prepareSiteSettings } from '../app/api/use-site-name.ts'
import { laterPart, lazyPart } from '../app/design/lazy-part.tsx'
import { cancelTyping } from '../app/shell/early-typing.ts'
import { Frame } from '../app/shell/frame.tsx'
import { loadTexts } from '../app/words/dictionaries.ts'
import { navigationOf } from './navigation.ts'
import { prepareScreen, Screens } from './screens.tsx'

const loadGoTo = async () => {
  const [{ GoTo }] = await Promise.all([import('./go-to/go-to.tsx'), loadTexts('office')])
  return GoTo
}

const GoTo = lazyPart(async () => {
  try {
    return await requireScript(loadGoTo)
  } catch (error) {
    cancelTyping()
    throw error
  }
})

const loadHelp = () => import('./help/help.tsx')
const Help = laterPart(() => loadHelp().then((module) => module.Help))
const Foot = laterPart(() => loadHelp().then((module) => module.SidebarFoot))

export const PanelFrame = () => (
  <Frame Screens={Screens} GoTo={GoTo} Help={Help} Foot={Foot} navigationOf={navigationOf} />
)

/** Asks for what the first screen, at a path of the panel, needs, since rendering the frame takes as long as the answers. */
export function prepareFrame(path: string) {
  prepareSchema()
  prepareSiteSettings()
  prepareScreen(path)
}
