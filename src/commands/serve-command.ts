import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../app.ts'
import { listAuditLog } from '../audit/list-audit-log.ts'
import { ensureFirstAdmin } from '../auth/first-admin.ts'
import { toConfig } from '../config/config.ts'
import { parseEnv, SERVICE } from '../config/env.ts'
import { fillWithDemo } from '../content/demo/load-demo.ts'
import { createDeps, type Deps } from '../deps.ts'
import { addDemoImages } from '../media/demo-images.ts'
import { removeAbandoned } from '../media/reserve-name.ts'
import { hasAdmin } from '../procurement/people/procurement-users.ts'

/** The e-mail of the generated first admin; its password has no default. */
const EMBEDDED_ADMIN = 'admin@frontage.local'

/** Serves until SIGTERM or SIGINT. */
export async function serve(environment: Record<string, string | undefined>, { demo }: { demo: boolean }) {
  // From the first moment: who is told to stop while starting ends as in order as later.
  const stopping = stopSignal()
  const config = toConfig(parseEnv({ ...environment, ...(demo && { DATABASE_REQUIRED: '' }) }, SERVICE))
  await using deps = await createDeps(config)
  exitOnDefects(deps)
  const { database, clock } = deps
  const { mediaBase, url: siteUrl } = config.site
  if (demo && (await fillWithDemo({ database, clock, mediaBase, siteUrl }))) {
    await addDemoImages(deps.media).catch((err) => deps.log.warn({ err }, 'the demo site lacks its images'))
  }
  await removeAbandoned(deps.media).catch((err) =>
    deps.log.warn({ err }, 'cleaning up abandoned uploads failed'),
  )
  await prepareAdmin(deps)
  await warnWithoutPeople(deps)
  await anchorTrail(deps)
  const { port, hostname } = { port: config.server.port, hostname: config.server.host }
  const server = Bun.serve({
    port,
    hostname,
    fetch: createApp(deps).fetch,
    idleTimeout: 30,
    // Routes count what they read: Bun's own 413 would carry neither a problem nor a request id.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    // Bun's own page for errors shows source code. Without it Bun would share the port with whoever has it already.
    development: false,
    reusePort: false,
  })
  deps.log.info({ url: `http://localhost:${server.port}`, commit: config.server.commit }, 'listening')
  const signal = await stopping
  deps.log.info({ signal }, 'stopping')
  await drain(deps, server)
  return 0
}

/** Not ready at once; then no new connections; then whatever is still under way after the grace time is cut. */
async function drain({ config, probes, log }: Deps, server: ReturnType<typeof Bun.serve>) {
  const { delayMs, graceMs } = config.shutdown
  probes.drain()
  await sleep(delayMs)
  const cut = AbortSignal.timeout(graceMs)
  cut.addEventListener('abort', () => {
    log.warn({ requests: server.pendingRequests }, 'requests are cut')
    void server.stop(true)
  })
  await Promise.race([server.stop(), new Promise((resolve) => cut.addEventListener('abort', resolve))])
}

// A defect outside of any request leaves a state that nobody knows: say it as a line like all others, and end.
function exitOnDefects({ log, reports }: Deps) {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event)
      reports.report(error)
      void reports.close().finally(() => process.exit(1))
    })
  }
}

async function prepareAdmin({ auth, config, log }: Deps) {
  const { firstAdmin } = config.auth
  const embedded = config.database.kind === 'embedded'
  const wished = firstAdmin ?? (embedded ? { email: EMBEDDED_ADMIN, password: null } : null)
  const result = await ensureFirstAdmin(
    auth,
    wished && { email: wished.email, password: wished.password?.reveal() ?? null },
  )
  if (result === 'none')
    log.warn('there is no admin yet: set ADMIN_EMAIL and ADMIN_PASSWORD, or run create-admin')
  // Not through the logger, which is kept and shipped.
  else if (result !== 'exists' && result.generated) {
    console.error(`First admin: ${result.email} with password ${result.generated} (shown only now)`)
  }
}

// Commands write rows too, and log nothing: the hash of the last row covers them.
async function anchorTrail({ database, log }: Deps) {
  const [newest] = (await listAuditLog(database, { limit: 1 })).items
  if (newest) log.info({ audit_id: newest.id, audit_hash: newest.hash }, 'newest audit row')
}

async function warnWithoutPeople({ config: { identity }, database, log }: Deps) {
  if (!identity || identity.admins.subjects.size + identity.admins.emails.size > 0) return
  if (!(await hasAdmin(database)))
    log.warn('nobody can assign procurement roles: name an admin in OIDC_ADMINS')
}

function stopSignal() {
  return new Promise<string>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  })
}
