// Makes the context of content verbs from a request.
import { createMiddleware } from 'hono/factory'
import type { ContentContext } from '../../content/content-context.ts'
import type { Deps } from '../../deps.ts'
import type { AppContext, AppEnv } from './app-env.ts'

/** The resource that a request published a record of. */
const published = new WeakMap<AppContext, string>()

export function contentContext(
  { database, clock, config, audit, textWorkers, mail }: Deps,
  c: AppContext,
): ContentContext {
  return {
    database,
    clock,
    mediaBase: config.site.mediaBase,
    siteUrl: config.site.url,
    textWorkers,
    trashKeepMs: config.trashKeepMs,
    mail: mail.outbox,
    reviewRequired: config.reviewRequired,
    actor: c.get('actor'),
    audit: audit(c.env.serverRequestId),
    onPublish: (resource) => published.set(c, resource),
  }
}

/** Sends the analytics event of a publication after the request succeeded. */
export const reportPublications = ({ analytics }: Deps) =>
  createMiddleware<AppEnv>(async function reportPublications(c, next) {
    await next()
    const resource = published.get(c)
    if (resource && c.res.ok) analytics.event('publish', { resource })
  })
