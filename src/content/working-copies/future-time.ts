import { invalid } from '../../text/errors.ts'
import type { ContentContext } from '../content-context.ts'

/** The time of a schedule. Throws 422 unless it is in the future. */
export function futureTime({ clock }: Pick<ContentContext, 'clock'>, publishAt: string): Date {
  const time = new Date(publishAt)
  if (time > clock()) return time
  const message = 'must be in the future; to publish now, use the route that ends in /publish'
  throw invalid([{ path: 'publish_at', code: 'not_in_future', message }])
}
