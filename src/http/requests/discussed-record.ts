import type { Target } from '../../content/collaboration/colleagues.ts'
import { findResource } from '../../content/resources/resource-registry.ts'
import { AppError } from '../../text/errors.ts'
import type { AppContext } from './app-env.ts'

/** The record in a path below `/api/admin/{resource}/{id}`. Throws 404 for a resource that does not exist. */
export function discussedRecord(c: AppContext): Target {
  const resource = findResource(c.req.param('resource') ?? '')
  if (!resource) throw new AppError('not_found', 'There is no such resource.')
  return { resource, idOrKey: c.req.param('id') ?? '' }
}
