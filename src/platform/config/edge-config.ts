// Caches in front of the service: how long they keep public responses, and how they are asked to drop them.
import type { Env } from './env.ts'
import { Secret } from './secret.ts'

export type EdgeConfig = {
  /** Seconds; 0: caches ask the service each time. */
  maxAgeSeconds: number
  /** Null: changes are seen when that time is over. */
  purge: {
    kind: 'varnish' | 'fastly' | 'cloudflare'
    /** Varnish: each server; else at most one, in place of the public API. */
    urls: string[]
    /** The service of Fastly or the zone of Cloudflare. */
    zone: string | null
    token: Secret | null
  } | null
}

export const toEdgeConfig = (env: Env['edge']): EdgeConfig => ({
  maxAgeSeconds: env.CDN_MAX_AGE_SECONDS,
  purge: env.CDN_PURGE
    ? {
        kind: env.CDN_PURGE,
        urls: env.CDN_PURGE_URLS,
        zone: env.CDN_PURGE_ZONE ?? null,
        token: env.CDN_PURGE_TOKEN ? new Secret(env.CDN_PURGE_TOKEN) : null,
      }
    : null,
})
