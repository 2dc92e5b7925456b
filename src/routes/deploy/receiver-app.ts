// POST /hooks/deploy    a signed delivery of the git host
// GET  /deploys[/{id}]  what was deployed, behind the status token; 404 without one
// GET  /health          the process is up
// GET  /metrics         Prometheus text format
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../config/secret.ts'
import type { DeployMetrics } from '../../deploy/deploy-metrics.ts'
import type { Receiver } from '../../deploy/open-receiver.ts'
import { decide, eventOf } from '../../deploy/parse-delivery.ts'
import { isSignedBy, signatureOf } from '../../deploy/webhook-signature.ts'
import { AppError } from '../../errors.ts'
import type { AppContext } from '../../http/app-env.ts'
import { RememberingRouter } from '../../http/caching-router.ts'
import { healthHeaders } from '../../http/health-headers.ts'
import { parseJson, requireJson, textOf } from '../../http/json-body.ts'
import { onError, onNotFound, orMethodNotAllowed } from '../../http/problem-responses.ts'
import { readBytes } from '../../http/read-bytes.ts'
import { createFramed } from '../../http/request-lifecycle.ts'
import { idOf, listQuery, pagingOf } from '../../http/validate-request.ts'
import { createRequestLog, type Log } from '../../log.ts'
import { pageOf } from '../../paging.ts'
import { presentDeploy } from './deploy-view.ts'

export type ReceiverParts = {
  receiver: Receiver
  figures: DeployMetrics
  log: Log
  branch: string
  commit: string
  webhookSecret: Secret
  statusToken: Secret | null
}

/** GitHub sends no more; what it has more of to say it leaves out. */
const MAX_BYTES = 25 * 1_048_576
/** Bodies held at once: their senders are unknown until the last byte is there. */
const MAX_BODIES = 8
const EVERY_DEPLOY = { page: 1, perPage: 10_000 }

/** The receiver as an application of its own: it shares no route, key or database with the service. */
export function createReceiverApp(parts: ReceiverParts) {
  const { receiver, figures, log, commit, statusToken } = parts
  const headers = healthHeaders(commit)
  const app = createFramed(new RememberingRouter(), {
    requestDone: figures.requestDone,
    writeLine: createRequestLog(log),
    isReadable: () => false,
  })
  app.get('/health', (c) => c.json({ status: 'ok' }, 200, headers))
  app.get('/metrics', async (c) =>
    c.body(await figures.text(), 200, { ...headers, 'Content-Type': figures.contentType }),
  )
  app.post('/hooks/deploy', receiveDelivery(parts))
  if (statusToken) {
    app.get('/deploys', listQuery({}), (c) => {
      requireToken(c, statusToken)
      const paging = pagingOf(c.req.valid('query'))
      const { page, perPage } = paging ?? EVERY_DEPLOY
      const { items, total } = receiver.list({ limit: perPage, offset: (page - 1) * perPage })
      return c.json(pageOf(items.map(presentDeploy), total, paging), 200, { 'Cache-Control': 'no-store' })
    })
    app.get('/deploys/:id', (c) => {
      requireToken(c, statusToken)
      const deploy = receiver.get(idOf(c))
      if (!deploy) throw new AppError('not_found', 'There is no such deploy.')
      return c.json({ ...presentDeploy(deploy), log: deploy.log }, 200, { 'Cache-Control': 'no-store' })
    })
  }
  app.onError(onError({ log, reports: { report() {}, close: async () => {} } }))
  app.notFound(orMethodNotAllowed(app, onNotFound))
  return app
}

function receiveDelivery({ receiver, branch, webhookSecret }: ReceiverParts) {
  let bodies = 0

  async function bodyOf(c: AppContext) {
    if (bodies >= MAX_BODIES)
      throw new AppError('unavailable', 'Too many deliveries at once; send it again.', {
        headers: { 'Retry-After': '5' },
      })
    bodies++
    try {
      return await readBytes(c.req.raw, MAX_BYTES, tooLarge)
    } finally {
      bodies--
    }
  }

  return async (c: AppContext) => {
    const signature = signatureOf(c.req.raw.headers)
    // Before the body, so that what is not signed at all costs nothing.
    if (!signature) throw unsigned()
    const bytes = await bodyOf(c)
    if (!isSignedBy(webhookSecret, signature, bytes)) throw unsigned()
    const { headers } = c.req.raw
    eventOf(headers)
    requireJson(c)
    const decision = decide({ headers, body: parseJson(textOf(bytes)), bytes, branch })
    if (decision.kind === 'ignored') return c.json({ ignored: decision.why })
    const accepted = receiver.accept(decision.delivery, decision.commit)
    if (accepted.kind === 'duplicate')
      return c.json({ duplicate: true, deploy_id: accepted.deploy.id, state: accepted.deploy.state })
    return c.json({ deploy_id: accepted.id, state: 'started' }, 202)
  }
}

const tooLarge = () => new AppError('payload_too_large', `A delivery may have at most ${MAX_BYTES} bytes.`)

const unsigned = () =>
  new AppError('unauthenticated', 'The delivery is not signed with the secret of this receiver.', {
    headers: { 'WWW-Authenticate': 'HMAC-SHA256' },
  })

function requireToken(c: AppContext, token: Secret) {
  const sent = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? ''
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(sent), digest(token.reveal())))
    throw new AppError('unauthenticated', 'Send the status token as Authorization: Bearer.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
}
