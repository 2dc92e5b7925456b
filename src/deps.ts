// Opens everything the service holds from the configuration, and closes it in reverse order.
import { mkdirSync, realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expiredLinksTask } from './accounts/account-links.ts'
import type { AuditOrigin } from './accounts/audit/append-audit-row.ts'
import type { SignInContext } from './accounts/auth-context.ts'
import { createCodeLimit } from './accounts/code-limit.ts'
import { endedSessionsTask } from './accounts/end-sessions.ts'
import { noteKeys } from './accounts/former-keys.ts'
import { createAuthorizationCodeFlow } from './accounts/oidc/authorization-code.ts'
import { createProvider, type Provider } from './accounts/oidc/identity-provider.ts'
import { configureClient } from './accounts/oidc/provider-client.ts'
import { createKeys } from './accounts/oidc/signing-keys.ts'
import { createUserInfo } from './accounts/oidc/user-info.ts'
import { createPasswords, type Passwords } from './accounts/passwords.ts'
import { resealTask } from './accounts/reseal.ts'
import { createSignInLimits } from './accounts/sign-in-limits.ts'
import { expiredTicketsTask } from './accounts/tickets.ts'
import { readPreviousKey, readTokenKey } from './accounts/token-key.ts'
import { createTokenLimit } from './accounts/token-limit.ts'
import { tokenWarningsTask } from './accounts/token-warnings.ts'
import { createWrongFactorNotice } from './accounts/wrong-factor-notice.ts'
import { AdminEvents } from './content/events/admin-events.ts'
import { announce } from './content/events/event-types.ts'
import { SiteEvents } from './content/events/site-events.ts'
import { deleteExpired } from './content/history/trash.ts'
import { derivePreviewKey, type PreviewKey } from './content/preview/preview-token.ts'
import { ScheduledPublications } from './content/releases/scheduled-publications.ts'
import { resources } from './content/resources/resource-registry.ts'
import { SearchIndex } from './content/search/search-index.ts'
import { Snapshot } from './content/snapshot/snapshot.ts'
import { deriveLinkKey } from './mail/link-token.ts'
import { createMailService, type MailService } from './mail/mail-service.ts'
import type { MailEvent } from './mail/mail-worker.ts'
import type { Outbox } from './mail/outbox.ts'
import { createImageCache } from './media/image-cache.ts'
import type { MediaServices } from './media/media-context.ts'
import { readReady } from './media/media-rows.ts'
import { removeAbandoned } from './media/reserve-name.ts'
import { Variants } from './media/variants.ts'
import { unconfirmedTask } from './messages/confirm-subscription.ts'
import { AlertMonitor } from './operations/alerts/alert-monitor.ts'
import { createAlertStore } from './operations/alerts/alert-store.ts'
import { Certificates } from './operations/alerts/certificates.ts'
import { startPurges } from './operations/edge/edge-service.ts'
import { type Analytics, createAnalytics } from './operations/observability/analytics.ts'
import { createErrorReports, type ErrorReports } from './operations/observability/error-reports.ts'
import { createMetrics, type Metrics } from './operations/observability/metrics.ts'
import {
  createProbes,
  type PartName,
  type Probe,
  type Probes,
} from './operations/observability/readiness-probes.ts'
import { createBoundedQueue, type QueueLimits } from './platform/bounded-queue.ts'
import { CleanUp } from './platform/clean-up.ts'
import type { Config, IdentityConfig } from './platform/config/config.ts'
import { createDatabase, type Database, type Driver } from './platform/db/database.ts'
import { DatabaseClock } from './platform/db/database-clock.ts'
import { openDriver } from './platform/db/open-driver.ts'
import { makePrivate } from './platform/db/private-directory.ts'
import { createRateLimits, type RateLimits } from './platform/db/rate-limits.ts'
import { createLog, type Log, standardOutput } from './platform/log.ts'
import type { Outbound } from './platform/security/pinned-request.ts'
import { internet } from './platform/security/safe-fetch.ts'
import { openStorage } from './platform/storage/open-storage.ts'
import type { Storage } from './platform/storage/storage.ts'
import { createTextWorkers, type TextWorkers } from './platform/text-workers.ts'
import type { IdentifyContext } from './procurement/people/identify-person.ts'
import { AppError } from './text/errors.ts'
import { FrontendFiles } from './website/frontend-files.ts'
import { Pages } from './website/page-cache.ts'
import { TemplateFile } from './website/render/page-template.ts'

export type Deps = {
  config: Config
  log: Log
  clock: () => Date
  database: Database
  limits: RateLimits
  auth: SignInContext & { mail: Outbox }
  mail: MailService
  certificates: Certificates
  alerts: AlertMonitor
  previewKey: PreviewKey
  /** The origin of a request's audit rows. Each row's hash is logged, which anchors the chain outside of the database. */
  audit(requestId: string | null): AuditOrigin
  /** The dependencies of identifying a procurement user. */
  identification: IdentifyContext
  snapshot: Snapshot
  pages: Pages
  searchIndex: SearchIndex
  /** The event streams of panels, and of frontends. */
  events: AdminEvents
  siteEvents: SiteEvents
  storage: Storage
  textWorkers: TextWorkers
  media: MediaServices
  scheduledPublications: ScheduledPublications
  /** Deletes expired rows. */
  cleanUp: CleanUp
  probes: Probes
  metrics: Metrics
  reports: ErrorReports
  analytics: Analytics
  [Symbol.asyncDispose](): Promise<void>
}

/** Replacements for tests. */
export type Overrides = {
  clock?: () => Date
  driver?: Driver
  /** The time limit of a database call, a probe, and a long text. */
  deadlineMs?: number
  log?: Log
  storage?: Storage
  outbound?: Outbound
  passwords?: Passwords
  probes?: Partial<Record<PartName, Probe>>
}

const IMAGE_QUEUE: QueueLimits = {
  // Each image is processed on a thread of its own; one core stays free for the event loop.
  maxRunning: Math.min(4, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 64,
  createRefusal: () =>
    new AppError('unavailable', 'Too many images are being processed; try again later.', {
      headers: { 'Retry-After': '10' },
    }),
}

/**
 * Reads the page template, opens and migrates the database and loads the site. When a step fails, what is already open
 * is closed.
 */
export async function createDeps(config: Config, overrides: Overrides = {}): Promise<Deps> {
  await using opened = new AsyncDisposableStack()
  const log = overrides.log ?? createLog(config.server.logLevel, standardOutput(config.server.logFormat))
  const builtIn = await TemplateFile.open(null, log)
  const template = await openTemplate(config.site, builtIn, log)
  const frontend = await openFrontend(config.site.spaDirectory, template, log)
  const reports = await createErrorReports({
    dsn: config.monitoring.backendDsn,
    commit: config.server.commit,
  })
  opened.defer(() => reports.close())
  const warn = (message: string) => log.warn(message)
  const database = createDatabase(overrides.driver ?? (await openDriver(config, opened, warn)), overrides)
  opened.defer(() => database.close())
  await database.migrate()
  const clock = overrides.clock ?? (await openClock(database, opened, log))
  const { storage, prepareStorage } = await openPreparedStorage({ config, overrides, opened, log })
  const textWorkers = createTextWorkers({ timeoutMs: overrides.deadlineMs })
  opened.defer(() => textWorkers.close())
  const provider = await openIdentityProvider(config, log)
  const dependencies: Record<PartName, Probe> = {
    database: () => database.query((tx) => tx.execute(sql`select 1`)),
    object_store: async () => {
      // The store may have been unreachable at the start and lack its bucket.
      await prepareStorage()
      await storage.probe()
    },
    // Without a provider, accounts are in the database.
    identity_provider: async (signal) => !provider || provider.discover(signal),
    ...overrides.probes,
  }
  const probes = createProbes(dependencies, { deadlineMs: overrides.deadlineMs })
  const certificates = new Certificates(config.alerts.certificates)
  opened.defer(() => certificates.stop())
  const metrics = createMetrics({
    commit: config.server.commit,
    checks: () => probes.check(),
    pool: () => database.connections(),
    snapshot: () => snapshot.stats(),
    certificates: () => certificates.times,
    mail: () => mail.worker?.backlog ?? { queued: 0, oldestAt: null },
    clock,
  })
  const { languages } = config.site
  const imageCache = createImageCache()
  const snapshot = new Snapshot({
    database,
    resources,
    languages,
    clock,
    maxBytes: config.snapshotMaxBytes,
    onRebuilt: (seconds) => metrics.snapshotRebuilt(seconds),
    onError: (err) => log.warn({ err }, 'the change counters could not be read'),
    onImagesChanged: imageCache.forget,
  })
  opened.defer(() => snapshot.close())
  await snapshot.open()
  const searchIndex = new SearchIndex({
    database,
    languages,
    clock,
    onError: (err) => log.warn({ err }, 'the search index could not be updated'),
  })
  opened.defer(() => searchIndex.close())
  searchIndex.open()
  const events = new AdminEvents({
    database,
    clock,
    onError: (err) => log.warn({ err }, 'the event streams could not be served'),
  })
  opened.defer(() => events.close())
  await events.open()
  const siteEvents = new SiteEvents({
    snapshot,
    resources,
    onError: (err) => log.warn({ err }, 'the public event streams could not be served'),
  })
  opened.defer(() => siteEvents.close())
  const limits = createRateLimits({ database, clock: overrides.clock ?? null })
  const audit = (requestId: string | null): AuditOrigin => ({
    requestId,
    onAppended: ({ id, hash }) =>
      log.info({ request_id: requestId, audit_id: id, audit_hash: hash }, 'audit'),
  })
  const tokenKey = readTokenKey(config)
  const previousTokenKey = readPreviousKey(config)
  await noteKeys({ database, clock, tokenKey, previousTokenKey })
  const noteMail = createMailLog(log, metrics)
  const mail = createMailService({
    config: config.mail,
    database,
    clock: overrides.clock ?? null,
    siteUrl: config.site.url,
    adminUrl: config.site.adminUrl,
    primaryLanguage: languages[0]!,
    linkKeys: [tokenKey, ...(previousTokenKey ? [previousTokenKey] : [])].map(deriveLinkKey),
    onEvent: (event) => {
      noteMail(event)
      if (event.kind !== 'failed') return
      const failure = { id: event.mail, kind: event.mailKind }
      // It is in the list of failed mails as well.
      database.query((tx) => announce(tx, 'mail_failed', failure)).catch(() => {})
    },
    onError: (err) => log.warn({ err }, 'the outbox could not be worked on'),
  })
  opened.defer(() => mail.worker?.stop())
  const auth: Deps['auth'] = {
    database,
    clock,
    passwords: overrides.passwords ?? createPasswords(),
    audit: audit(null),
    mail: mail.outbox,
    tokenKey,
    previousTokenKey,
    creatorUploads: config.auth.creatorUploads,
    hasProvider: config.identity !== null,
    isProviderOnly: config.identity?.isOnlyWay ?? false,
    ...createSignInLimits({ limits, database, clock: overrides.clock ?? null }),
    limitCodes: createCodeLimit(limits),
    tellOfWrongFactor: createWrongFactorNotice({ limits, database, clock, mail: mail.outbox }),
    refuseToken: createTokenLimit(limits),
    secondFactor: {
      siteName: new URL(config.site.adminUrl).hostname,
      origin: new URL(config.site.adminUrl).origin,
      required: config.auth.requireSecondFactor,
    },
  }
  const purges = startPurges({
    config: config.edge,
    database,
    commit: config.server.commit,
    shown: () => snapshot.shownStates(),
    onError: (err) => log.warn({ err }, 'a cache could not be purged'),
  })
  opened.defer(() => purges?.stop())
  const alerts = new AlertMonitor({
    config: config.alerts,
    store: createAlertStore({
      database,
      outbox: mail.outbox,
      clock: overrides.clock ?? null,
      recipients: config.alerts.recipients,
    }),
    certificates,
    checks: () => probes.check(),
    clock,
    onError: (err) => log.warn({ err }, 'the operators could not be told'),
  })
  opened.defer(() => alerts.stop())
  const { identity } = config
  const imageQueue = createBoundedQueue(IMAGE_QUEUE)
  const media: MediaServices = {
    database,
    clock,
    storage,
    imageQueue,
    imageCache,
    variants: new Variants({
      storage,
      imageQueue,
      maxRunning: IMAGE_QUEUE.maxRunning,
      isPublic: async (path) => (await database.query((tx) => readReady(tx, path))) !== null,
    }),
    outbound: overrides.outbound ?? internet,
    maxUploadBytes: config.media.maxUploadBytes,
    trashKeepMs: config.trashKeepMs,
    bases: [config.site.mediaBase, config.site.url],
  }
  const { trashKeepMs } = config
  const cleanUp = new CleanUp(
    [
      expiredLinksTask({ database, clock }),
      unconfirmedTask({ database, clock }),
      expiredTicketsTask({ database, clock }),
      endedSessionsTask({ database, clock }),
      resealTask({ database, tokenKey, previousTokenKey }),
      tokenWarningsTask({ database, clock, mail: () => mail.outbox }),
      async () => mail.worker?.deleteOld(),
      () => database.transaction((tx) => deleteExpired(tx, { clock, trashKeepMs })),
      () => removeAbandoned(media),
      () => searchIndex.deleteUnused(),
    ],
    (err) => log.warn({ err }, 'a clean-up task failed'),
  )
  opened.defer(() => cleanUp.stop())
  const scheduledPublications = new ScheduledPublications({
    contextOf: (name) => ({
      database,
      clock,
      mediaBase: config.site.mediaBase,
      siteUrl: config.site.url,
      textWorkers,
      trashKeepMs,
      mail: mail.outbox,
      reviewRequired: config.reviewRequired,
      actor: { kind: 'system', name },
      audit: audit(null),
    }),
    mail: mail.outbox,
    onError: (err) => log.warn({ err }, 'scheduled drafts could not be published'),
  })
  opened.defer(() => scheduledPublications.stop())
  const stack = opened.move()
  return {
    config,
    log,
    clock,
    database,
    limits,
    auth,
    mail,
    certificates,
    alerts,
    previewKey: derivePreviewKey(auth.tokenKey),
    audit,
    identification: {
      ...auth,
      provider:
        identity && provider && openProviderFlow({ identity, provider, log, adminUrl: config.site.adminUrl }),
    },
    snapshot,
    searchIndex,
    events,
    siteEvents,
    pages: new Pages(snapshot, { template, builtIn, frontend }, config.site),
    storage,
    textWorkers,
    media,
    scheduledPublications,
    cleanUp,
    probes,
    metrics,
    reports,
    analytics: createAnalytics(
      config.monitoring.umami && { ...config.monitoring.umami, siteUrl: config.site.url, fetch },
    ),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

// Without addresses, which are personal data; the rest of an error is in the outbox.
const createMailLog = (log: Log, metrics: Metrics) => (event: MailEvent) => {
  const { mail, mailKind, attempts } = event
  const about = { mail, mail_kind: mailKind, attempts }
  if (event.kind === 'sent') log.info(about, 'mail sent')
  else log.warn({ ...about, error: event.error }, `mail ${event.kind}`)
  if (event.kind !== 'delayed') metrics.mailSettled(event.kind)
}

function openTemplate({ spaIndex, spaDirectory }: Config['site'], builtIn: TemplateFile, log: Log) {
  if (spaIndex === null) return builtIn
  const isOfDirectory = spaDirectory !== null && spaIndex === join(spaDirectory, 'index.html')
  return TemplateFile.open(spaIndex, log, { setting: isOfDirectory ? 'SPA_DIR' : 'SPA_INDEX' })
}

const openFrontend = async (directory: string | null, template: TemplateFile, log: Log) =>
  directory === null
    ? null
    : FrontendFiles.open(directory, {
        version: (await template.current()).version,
        onError: (err) => log.warn({ err }, 'the files in SPA_DIR could not be read again'),
      })

async function openClock(database: Database, opened: AsyncDisposableStack, log: Log) {
  // The clock of an embedded database is the same.
  if (database.kind === 'embedded') return () => new Date()
  const clock = new DatabaseClock({
    database,
    onError: (err) => log.warn({ err }, 'the clock of the database could not be read'),
  })
  opened.defer(() => clock.close())
  await clock.open()
  return clock.now
}

type Opening = { config: Config; overrides: Overrides; opened: AsyncDisposableStack; log: Log }

/** The storage, prepared unless it is unreachable: the service still serves what is in the database. */
async function openPreparedStorage({ config, overrides, opened, log }: Opening) {
  if (!overrides.storage && config.storage.kind === 'disk')
    protectMedia(config, config.storage.directory, (message) => log.warn(message))
  const storage = overrides.storage ?? (await openStorage(config.storage))
  opened.defer(() => storage.close())
  let isPrepared = false
  const prepareStorage = async () => {
    if (!isPrepared) await storage.prepare()
    isPrepared = true
  }
  await prepareStorage().catch((err) => log.warn({ err }, 'the object store is not ready'))
  return { storage, prepareStorage }
}

// With the embedded database, locking the data directory has made everything in it private.
function protectMedia(
  { database, dataDirectory }: Config,
  directory: string,
  warn: (message: string) => void,
) {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (database.kind === 'embedded' && realpathSync(directory).startsWith(realpathSync(dataDirectory))) return
  const warning = makePrivate(directory)
  if (warning) warn(warning)
}

/** The provider, or null where none is configured. It may become reachable later; the log says why it is not yet. */
async function openIdentityProvider({ identity }: Config, log: Log): Promise<Provider | null> {
  const provider = identity && createProvider({ ...identity, fetch })
  await provider?.discover().catch((err) => log.warn({ err }, 'the identity provider is not ready'))
  return provider
}

type ProviderParts = { identity: IdentityConfig; provider: Provider; log: Log; adminUrl: string }

function openProviderFlow({ identity, provider, log, adminUrl }: ProviderParts) {
  const { client } = identity
  const keys = createProviderKeys(provider, log)
  const readUserInfo = createUserInfo({
    configure: () => configureClient({ provider, client, timeoutSeconds: 3 }),
    onFailure: (failure) => log.warn(failure, 'userinfo of the identity provider could not be read'),
  })
  const flow = createAuthorizationCodeFlow({
    identity,
    configure: () => configureClient({ provider, client, timeoutSeconds: 10 }),
    keys,
    readUserInfo,
    redirectUri: `${adminUrl}/api/auth/oidc/callback`,
  })
  return { ...identity, keys, readUserInfo, flow }
}

const createProviderKeys = (provider: Provider, log: Log) =>
  createKeys({
    fetchKeys: provider.fetchKeys,
    onError: (err) => log.warn({ err }, 'the keys of the identity provider could not be fetched'),
  })
