// Everything the service holds open, made from the configuration and closed in the reverse order.
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { AuditOrigin } from './audit/append-audit-row.ts'
import type { TokenKey } from './auth/access-tokens.ts'
import type { SignInContext } from './auth/auth-context.ts'
import { createProvider, type Provider } from './auth/oidc/identity-provider.ts'
import { createKeys } from './auth/oidc/signing-keys.ts'
import { createSignInLimits } from './auth/sign-in-limits.ts'
import { createBoundedQueue, type QueueLimits } from './bounded-queue.ts'
import type { Config } from './config/config.ts'
import { resources } from './content/resource-registry.ts'
import { Snapshot } from './content/snapshot/snapshot.ts'
import { createDatabase, type Database, type Driver } from './db/database.ts'
import { lockDirectory } from './db/directory-lock.ts'
import { openEmbedded } from './db/embedded-driver.ts'
import { openPostgres } from './db/postgres-driver.ts'
import { makePrivate } from './db/private-directory.ts'
import { createRateLimits, type RateLimits } from './db/rate-limits.ts'
import { AppError } from './errors.ts'
import { createLog, type Log } from './log.ts'
import { createImageCache } from './media/image-cache.ts'
import type { MediaServices } from './media/media-context.ts'
import { type Analytics, createAnalytics } from './observability/analytics.ts'
import { createErrorReports, type ErrorReports } from './observability/error-reports.ts'
import { createMetrics, type Metrics } from './observability/metrics.ts'
import { createProbes, type PartName, type Probe, type Probes } from './observability/readiness-probes.ts'
import type { IdentifyContext } from './procurement/people/identify-person.ts'
import { SearchIndex } from './search/search-index.ts'
import type { Outbound } from './security/pinned-request.ts'
import { createRichTextSanitizer, type RichTextSanitizer } from './security/rich-text-sanitizer.ts'
import { internet } from './security/safe-fetch.ts'
import { Pages } from './seo/page-cache.ts'
import { TemplateFile } from './seo/page-template.ts'
import { openStorage } from './storage/open-storage.ts'
import type { Storage } from './storage/storage.ts'

export type Deps = {
  config: Config
  log: Log
  clock: () => Date
  database: Database
  limits: RateLimits
  auth: SignInContext
  /** What a request's audit rows need; each hash is logged, so that the log anchors the chain. */
  audit(requestId: string | null): AuditOrigin
  /** Who the procurement users are. */
  identification: IdentifyContext
  snapshot: Snapshot
  pages: Pages
  searchIndex: SearchIndex
  storage: Storage
  sanitizer: RichTextSanitizer
  media: MediaServices
  probes: Probes
  metrics: Metrics
  reports: ErrorReports
  analytics: Analytics
  [Symbol.asyncDispose](): Promise<void>
}

/** What tests put in place of the real thing. */
export type Overrides = {
  clock?: () => Date
  driver?: Driver
  log?: Log
  storage?: Storage
  outbound?: Outbound
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

/** Reads the pages' template, opens and migrates the database and loads the site; what was opened is closed when a step fails. */
export async function createDeps(config: Config, overrides: Overrides = {}): Promise<Deps> {
  await using opened = new AsyncDisposableStack()
  const log = overrides.log ?? createLog(config.server.logLevel)
  const clock = overrides.clock ?? (() => new Date())
  const template = await TemplateFile.open(config.site.spaIndex, log)
  const reports = await createErrorReports({
    dsn: config.monitoring.backendDsn,
    commit: config.server.commit,
  })
  opened.defer(() => reports.close())
  const warn = (message: string) => log.warn(message)
  const database = createDatabase(overrides.driver ?? (await openDriver(config, opened, warn)))
  opened.defer(() => database.close())
  await database.migrate()
  if (!overrides.storage && config.storage.kind === 'disk')
    protectMedia(config, config.storage.directory, warn)
  const storage = overrides.storage ?? (await openStorage(config.storage))
  opened.defer(() => storage.close())
  let prepared = false
  const prepareStorage = async () => {
    if (!prepared) await storage.prepare()
    prepared = true
  }
  // Without its store the service still serves what the database holds.
  await prepareStorage().catch((err) => log.warn({ err }, 'the object store is not ready'))
  const sanitizer = createRichTextSanitizer()
  opened.defer(() => sanitizer.close())
  const { primaryLanguage } = config.site
  const snapshot = new Snapshot({
    database,
    resources,
    languages: [primaryLanguage, 'en'],
    clock,
    onRebuilt: (seconds) => metrics.snapshotRebuilt(seconds),
    onError: (err) => log.warn({ err }, 'the change counters could not be read'),
  })
  const { identity } = config
  const provider = identity && createProvider({ ...identity, fetch })
  // It may come later; a wrong address or issuer is said here, as the probes say only that it is not there.
  await provider?.discover().catch((err) => log.warn({ err }, 'the identity provider is not ready'))
  const probes = createProbes({
    database: () => database.query((tx) => tx.execute(sql`select 1`)),
    object_store: async () => {
      // A store that was away at the start may lack its bucket.
      await prepareStorage()
      await storage.probe()
    },
    // Accounts of our own are in the database.
    identity_provider: async (signal) => !provider || provider.discover(signal),
    ...overrides.probes,
  })
  const metrics = createMetrics({
    commit: config.server.commit,
    checks: () => probes.check(),
    pool: () => database.connections(),
    snapshot: () => snapshot.stats(),
  })
  opened.defer(() => snapshot.close())
  await snapshot.open()
  const searchIndex = new SearchIndex({
    database,
    languages: [primaryLanguage, 'en'],
    clock,
    onError: (err) => log.warn({ err }, 'the search index could not be updated'),
  })
  opened.defer(() => searchIndex.close())
  searchIndex.open()
  const limits = createRateLimits({ database, clock: overrides.clock ?? null })
  const audit = (requestId: string | null): AuditOrigin => ({
    requestId,
    onAppended: ({ id, hash }) =>
      log.info({ request_id: requestId, audit_id: id, audit_hash: hash }, 'audit'),
  })
  const auth: SignInContext = {
    database,
    clock,
    audit: audit(null),
    tokenKey: tokenKey(config),
    limitAttempts: createSignInLimits({ limits, database, clock: overrides.clock ?? null }),
  }
  const stack = opened.move()
  return {
    config,
    log,
    clock,
    database,
    limits,
    auth,
    audit,
    identification: {
      ...auth,
      provider: identity && provider && { ...identity, keys: keysOf(provider, log) },
    },
    snapshot,
    searchIndex,
    pages: new Pages(snapshot, template, config.site),
    storage,
    sanitizer,
    media: {
      database,
      clock,
      storage,
      imageQueue: createBoundedQueue(IMAGE_QUEUE),
      imageCache: createImageCache(),
      outbound: overrides.outbound ?? internet,
      maxUploadBytes: config.media.maxUploadBytes,
      bases: [config.site.mediaBase, config.site.url],
    },
    probes,
    metrics,
    reports,
    analytics: createAnalytics(
      config.monitoring.umami && { ...config.monitoring.umami, siteUrl: config.site.url, fetch },
    ),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The database of the configuration; an embedded one's directory stays locked as long as `opened`. */
export async function openDriver(
  config: Pick<Config, 'database' | 'dataDirectory'>,
  opened: AsyncDisposableStack,
  warn: (message: string) => void = console.error,
) {
  if (config.database.kind === 'postgres') return openPostgres(config.database)
  const lock = lockDirectory(config.dataDirectory)
  if (lock.warning) warn(lock.warning)
  // Postgres sets this for itself, which has no effect in WebAssembly.
  process.umask(0o077)
  opened.defer(() => lock.release())
  return openEmbedded(config.database.directory)
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

const keysOf = (provider: Provider, log: Log) =>
  createKeys({
    fetchKeys: provider.fetchKeys,
    onError: (err) => log.warn({ err }, 'the keys of the identity provider could not be fetched'),
  })

// Without a configured key the service is embedded: its own is made once and kept beside the data.
function tokenKey({ auth, dataDirectory }: Config): TokenKey {
  if (auth.jwtSecret) return new TextEncoder().encode(auth.jwtSecret.reveal())
  const path = join(dataDirectory, 'jwt-secret')
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  if (!existsSync(path)) {
    // Under another name first, so that an interrupted start leaves no empty key.
    const key = Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString('base64url')
    rmSync(`${path}.unfinished`, { force: true })
    writeFileSync(`${path}.unfinished`, key, { mode: 0o600, flag: 'wx' })
    renameSync(`${path}.unfinished`, path)
  }
  return new TextEncoder().encode(readFileSync(path, 'utf8'))
}
