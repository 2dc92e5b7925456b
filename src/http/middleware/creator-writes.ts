// Limits how often each creator writes, over all replicas and whatever address it comes from.
import { createMiddleware } from 'hono/factory'
import type { Deps } from '../../deps.ts'
import { type Limit, refusalHeaders } from '../../platform/db/rate-limits.ts'
import { AppError } from '../../text/errors.ts'
import type { AppEnv } from '../requests/app-env.ts'

/** The panel saves a draft two seconds after the last key: somebody who types in two tabs reaches 40. */
export const CREATOR_WRITES: Limit = { max: 60, windowMs: 60_000 }

/** Stores nothing, and is repeated by itself in each tab. */
const PRESENCE = '/api/admin/presence'

/** Throws 429. Runs after the guards: what a creator may not do at all is not counted. */
export const limitCreatorWrites = ({ limits, metrics }: Pick<Deps, 'limits' | 'metrics'>) =>
  createMiddleware<AppEnv>(async function limitCreatorWrites(c, next) {
    const actor = c.get('actor')
    if (c.req.method === 'GET' || actor.role !== 'creator' || c.env.route === PRESENCE) return next()
    const state = await limits.hit(`creator-writes ${actor.id}`, CREATOR_WRITES)
    if (state.outcome === 'go') return next()
    metrics.rateLimited('creator-writes')
    throw new AppError('too_many_requests', `Too many changes: at most ${CREATOR_WRITES.max} a minute.`, {
      headers: refusalHeaders(CREATOR_WRITES, state),
    })
  })
