// Links to the website, which forms do not begin with.
import { laterPart } from '../app/design/lazy-part.tsx'

const load = () => import('./website-page.tsx')

export const ViewLink = laterPart(() => load().then((module) => module.ViewLink))
export const ResourceHelp = laterPart(() => load().then((module) => module.ResourceHelp))
