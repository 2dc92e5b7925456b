import { requireScript } from '../app/api/missing-scripts.ts'

const load = () => import('./entered-text.ts')

/** What the editor needs once a text is entered. */
export const loadEnteredText = () => requireScript(load)
