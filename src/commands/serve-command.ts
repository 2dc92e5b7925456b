import { setTimeout as sleep } from 'node:timers/promises'
import { countRefused } from '../accounts/api-tokens.ts'
import { listAuditLog } from '../accounts/audit/list-audit-log.ts'
import { ensureFirstAdmin } from '../accounts/first-admin.ts'
import { countAdmins } from '../accounts/last-admin.ts'
import { countUnreadable } from '../accounts/reseal.ts'
import { createApp } from '../app.ts'
import { fillWithDemo } from '../content/demo/load-demo.ts'
import { createDeps, type Deps } from '../deps.ts'
import { addDemoImages } from '../media/demo-images.ts'
import { toConfig } from '../platform/config/config.ts'
import { nameProblems, parseEnv, SERVICE } from '../platform/config/env.ts'
import { isLoopback } from '../platform/config/env-fields.ts'
import { isPretty } from '../platform/pretty-log.ts'
import { hasAdmin } from '../procurement/people/user-roles.ts'
import { bindPort } from './bind-port.ts'
import { requestsArrived } from './requests-arrived.ts'
import { startMessage } from './start-message.ts'

/** Email of the first admin of an embedded database; its password is generated. */
const EMBEDDED_ADMIN = 'admin@frontage.local'

const IDLE_AFTER_MS = 1_000

/** The last lines of the log have this time: a full pipe that nobody reads would keep the process. */
const MAX_LOG_WAIT_MS = 6_000

type Environment = Record<string, string | undefined>

/** Runs the service until SIGTERM or SIGINT. */
export async function serve(environment: Environment, options: { demo: boolean }) {
  const code = await serveUntilSignal(environment, options)
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), MAX_LOG_WAIT_MS).unref()
  return code
}

async function serveUntilSignal(environment: Environment, { demo }: { demo: boolean }) {
  // The handlers are registered first, so that a signal during the start also leads to an orderly shutdown.
  const stopping = stopSignal()
  const config = toConfig(parseEnv({ ...environment, ...(demo && { DATABASE_REQUIRED: '' }) }, SERVICE))
  await using bound = await bindPort({ port: config.server.port, hostname: config.server.host })
  const { server } = bound
  if (isPretty(config.server.logFormat)) process.stderr.write('Starting Frontage …\n')
  await using deps = await createDeps(config)
  for (const problem of nameProblems(environment)) deps.log.warn(problem)
  exitOnDefects(deps)
  const { database, clock } = deps
  const { mediaBase, url: siteUrl } = config.site
  if (demo && (await fillWithDemo({ database, clock, mediaBase, siteUrl }))) {
    await addDemoImages(deps.media).catch((err) =>
      deps.log.warn({ err }, 'the demo images could not be added'),
    )
  }
  const account = await prepareAdmin(deps)
  await warnWithoutProcurementAdmin(deps)
  await warnOfRefusedTokens(deps)
  await warnOfUnreadableSecrets(deps)
  warnOfSharedHost(deps)
  warnOfPlainHttp(deps)
  await logAuditHash(deps)
  deps.mail.worker?.start()
  deps.cleanUp.start()
  deps.scheduledPublications.start()
  deps.certificates.start()
  if (config.alerts.recipients.length > 0) deps.alerts.start()
  bound.open(createApp(deps).fetch)
  announce(deps, `http://localhost:${server.port}`, account)
  setTimeout(returnMemory, IDLE_AFTER_MS).unref()
  const signal = await stopping
  deps.log.info({ signal }, 'stopping')
  await drain(deps, server)
  return 0
}

/** Returns what only the start needed, a tenth of the memory: an idle process would keep it. */
function returnMemory() {
  Bun.gc(true)
  Bun.shrink()
}

/** Reports not ready, keeps serving for the delay, then stops accepting and cuts requests still open after the grace time. */
async function drain(
  { config, probes, log, events, siteEvents }: Deps,
  server: ReturnType<typeof Bun.serve>,
) {
  const { delayMs, graceMs } = config.shutdown
  probes.drain()
  // A delay of 0 counts as well: the event loop accepts the connections that wait in the kernel, which `stop` would reset.
  await sleep(delayMs)
  await requestsArrived(server)
  // They would never end by themselves.
  await Promise.all([events.close(), siteEvents.close()])
  const grace = AbortSignal.timeout(graceMs)
  grace.addEventListener('abort', () => {
    log.warn({ requests: server.pendingRequests }, 'closing open requests')
    void server.stop(true)
  })
  await Promise.race([server.stop(), new Promise((resolve) => grace.addEventListener('abort', resolve))])
}

// The state of the process is unknown after a defect outside any request: logs and reports it, and exits.
function exitOnDefects({ log, reports }: Deps) {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event)
      reports.report(error)
      void reports.close().finally(() => process.exit(1))
    })
  }
}

/** The first admin, if it was created with a generated password. */
async function prepareAdmin({ auth, config, log }: Deps) {
  const { firstAdmin } = config.auth
  const embedded = config.database.kind === 'embedded'
  const account = firstAdmin ?? (embedded ? { email: EMBEDDED_ADMIN, password: null } : null)
  const result = await ensureFirstAdmin(
    auth,
    account && { email: account.email, password: account.password?.reveal() ?? null },
  )
  if (result === 'none')
    log.warn('there is no admin account: set ADMIN_EMAIL and ADMIN_PASSWORD, or run create-admin')
  if (result === 'exists' && (await auth.database.query((tx) => countAdmins(tx, auth))) === 0)
    log.warn(
      `no admin can sign in: create-admin --reset sets a password${auth.isProviderOnly ? ', which signs in for a day' : ''}`,
    )
  const generated = typeof result === 'object' ? result.generated : null
  return typeof result === 'object' && generated ? { email: result.email, password: generated } : null
}

// The password does not go through the logger: logs are stored and shipped.
function announce({ config, log }: Deps, url: string, account: { email: string; password: string } | null) {
  if (isPretty(config.server.logFormat)) {
    log.out.flushSync()
    // `console.error` would colour it red.
    process.stderr.write(`${startMessage(config, { url, account })}\n`)
    return
  }
  if (account)
    console.error(`First admin: ${account.email} with password ${account.password} (shown only once)`)
  log.info({ url, commit: config.server.commit }, 'listening')
}

// Anchors the hash chain in the log. Commands write audit rows without logging; the last hash covers them.
async function logAuditHash({ database, log }: Deps) {
  const [newest] = (await listAuditLog(database, { limit: 1 })).items
  if (newest) log.info({ audit_id: newest.id, audit_hash: newest.hash }, 'newest audit row')
}

async function warnWithoutProcurementAdmin({ config: { identity }, database, log }: Deps) {
  if (!identity || identity.admins.subjects.size + identity.admins.emails.size > 0) return
  if (!(await hasAdmin(database))) log.warn('there is no procurement admin to assign roles: set OIDC_ADMINS')
}

async function warnOfRefusedTokens({ auth, log }: Deps) {
  const count = await countRefused(auth)
  if (count > 0)
    log.warn(
      { count },
      'API tokens of accounts that are not connected with a company account are refused with OIDC_ONLY: make others in an account that is',
    )
}

async function warnOfUnreadableSecrets({ auth, log }: Deps) {
  const count = await countUnreadable(auth)
  if (count > 0)
    log.warn(
      { count },
      'codes of authenticator apps are refused, because their secrets were encrypted with another key than JWT_SECRET: set JWT_SECRET_PREVIOUS to that key, or reset the second factors of these accounts',
    )
}

function warnOfSharedHost({ config: { site }, log }: Deps) {
  if (site.isPanelShared)
    log.warn(
      'scripts of the frontend share the host of the panel, whose sessions last only as long as their tab: ADMIN_HOST gives it a host of its own, with sessions of eight hours in all tabs',
    )
}

function warnOfPlainHttp({ config: { site }, log }: Deps) {
  const { protocol, hostname } = new URL(site.adminUrl)
  if (protocol === 'http:' && !isLoopback(hostname))
    log.warn(
      { url: site.adminUrl },
      'the panel is used over plain HTTP: whoever shares the network can read passwords and sessions, and there are no passkeys; with a proxy that has a certificate, SITE_URL begins with https',
    )
}

function stopSignal() {
  return new Promise<string>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  })
}
