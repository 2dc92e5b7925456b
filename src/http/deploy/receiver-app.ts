// The deploy receiver's HTTP interface: an application of its own that shares no route, key or database with the service.
// POST /hooks/deploy    signed delivery from the git host
// GET  /deploys[/{id}]  deploy history; requires the status token, 404 when none is configured
// GET  /health          the process is up
// /metrics is not here: this port is public. See serveMetrics.

import { timingSafeEqual } from 'node:crypto'
import type { DeployMetrics } from '../../operations/deploy/deploy-metrics.ts'
import type { Receiver } from '../../operations/deploy/open-receiver.ts'
import { parseDelivery, readEvent } from '../../operations/deploy/parse-delivery.ts'
import { readSignature, verifySignature } from '../../operations/deploy/webhook-signature.ts'
import type { Secret } from '../../platform/config/secret.ts'
import { createRequestLog, type Log } from '../../platform/log.ts'
import { sha256 } from '../../platform/sha256.ts'
import { AppError } from '../../text/errors.ts'
import { pageOf } from '../../text/paging.ts'
import { createHttpMetrics } from '../http-metrics.ts'
import { createLifecycleApp } from '../request-lifecycle.ts'
import type { AppContext } from '../requests/app-env.ts'
import { createBodyPool } from '../requests/body-pool.ts'
import { decodeUtf8, parseJson, requireJson } from '../requests/request-body.ts'
import { idOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { createAccessLookup, type RouteAccess } from '../requests/route-access.ts'
import { healthHeaders } from '../responses/health-headers.ts'
import { onError, onNotFound, orMethodNotAllowed } from '../responses/problem-responses.ts'
import { presentDeploy } from './deploy-view.ts'

export type ReceiverOptions = {
  receiver: Receiver
  metrics: DeployMetrics
  log: Log
  branch: string
  commit: string
  webhookSecret: Secret
  statusToken: Secret | null
}

/** GitHub's own limit on webhook payloads. */
const MAX_BODY_BYTES = 25 * 1_048_576
/**
 * Senders are unauthenticated until the last byte has arrived, and behind a proxy all have the same address. A body has
 * five seconds in all.
 */
const BODY_POOL = {
  maxBodies: 256,
  maxBytes: 32 * 1_048_576,
  graceMs: 5_000,
  minBytesPerSecond: Number.POSITIVE_INFINITY,
}
const access: RouteAccess[] = [
  { paths: ['/health', '/deploys'], authentication: 'none', cors: 'none', maxBodyBytes: 0 },
  {
    paths: ['/hooks/deploy'],
    authentication: 'none',
    cors: 'none',
    maxBodyBytes: MAX_BODY_BYTES,
  },
]
const UNPAGED = { page: 1, perPage: 10_000 }

export function createReceiverApp(options: ReceiverOptions) {
  const { receiver, log, commit, statusToken } = options
  const metrics = createHttpMetrics(options.metrics.registry)
  const app = createLifecycleApp({
    accessOf: createAccessLookup(access),
    metrics,
    writeLine: createRequestLog(log),
  })
  for (const path of access.flatMap(({ paths }) => paths)) app.use(`${path}/*`, metrics.registerMetrics)
  app.get('/health', (c) => c.json({ status: 'ok' }, 200, healthHeaders(commit)))
  app.post('/hooks/deploy', receiveDelivery(options))
  if (statusToken) {
    app.get('/deploys', listQuery({}), (c) => {
      requireToken(c, statusToken)
      const paging = pagingOf(c.req.valid('query'))
      const { page, perPage } = paging ?? UNPAGED
      const { items, total } = receiver.list({ limit: perPage, offset: (page - 1) * perPage })
      return c.json(pageOf(items.map(presentDeploy), total, paging), 200, { 'Cache-Control': 'no-store' })
    })
    app.get('/deploys/:id', (c) => {
      requireToken(c, statusToken)
      const deploy = receiver.get(idOf(c))
      if (!deploy) throw new AppError('not_found', 'Deploy not found.')
      return c.json({ ...presentDeploy(deploy), log: deploy.log }, 200, { 'Cache-Control': 'no-store' })
    })
  }
  app.onError(onError({ log, reports: { report() {}, close: async () => {} } }))
  app.notFound(orMethodNotAllowed(app, onNotFound))
  return app
}

function receiveDelivery({ receiver, branch, webhookSecret }: ReceiverOptions) {
  const bodies = createBodyPool(BODY_POOL)
  const limit = { maxBytes: MAX_BODY_BYTES, createTooLarge: tooLarge }
  return async (c: AppContext) => {
    const signature = readSignature(c.req.raw.headers)
    // This comes before reading the body, so that an unsigned request costs nothing.
    if (!signature) throw unsigned()
    const bytes = await bodies.read(c.req.raw, limit)
    if (!verifySignature(webhookSecret, signature, bytes)) throw unsigned()
    const { headers } = c.req.raw
    readEvent(headers)
    requireJson(c)
    const delivery = parseDelivery({ headers, body: parseJson(decodeUtf8(bytes)), bytes, branch })
    if (delivery.kind === 'ignored') return c.json({ ignored: delivery.why })
    const accepted = await receiver.accept(delivery)
    if (accepted.kind === 'ignored') return c.json({ ignored: accepted.why })
    if (accepted.kind === 'duplicate')
      return c.json({ duplicate: true, deploy_id: accepted.deploy.id, state: accepted.deploy.state })
    return c.json({ deploy_id: accepted.id, state: 'started' }, 202)
  }
}

const tooLarge = () =>
  new AppError('payload_too_large', `The delivery exceeds the limit of ${MAX_BODY_BYTES} bytes.`, {
    headers: { Connection: 'close' },
  })

const unsigned = () =>
  new AppError(
    'unauthenticated',
    'Missing or invalid signature; sign the body with HMAC-SHA256 and the webhook secret.',
    {
      headers: { 'WWW-Authenticate': 'HMAC-SHA256' },
    },
  )

function requireToken(c: AppContext, token: Secret) {
  const sent = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? ''
  const digest = (text: string) => Buffer.from(sha256(text))
  if (!timingSafeEqual(digest(sent), digest(token.reveal())))
    throw new AppError(
      'unauthenticated',
      'Missing or invalid status token; send it as Authorization: Bearer TOKEN.',
      {
        headers: { 'WWW-Authenticate': 'Bearer' },
      },
    )
}
