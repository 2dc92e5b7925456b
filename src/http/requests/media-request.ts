import type { Deps } from '../../deps.ts'
import type { MediaContext } from '../../media/media-context.ts'
import type { AppContext } from './app-env.ts'

/** The context of an operation on media, with the signed-in account of the request. */
export const mediaContext = ({ media, audit }: Deps, c: AppContext): MediaContext => ({
  ...media,
  actor: c.get('actor'),
  audit: audit(c.env.serverRequestId),
})
