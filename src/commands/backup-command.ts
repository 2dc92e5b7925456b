// `backup`: one run with --once, otherwise a process that runs every interval and serves /metrics and /health.
import type { BackupContext } from '../operations/backup/backup-context.ts'
import { lockBackupDirectory } from '../operations/backup/backup-lock.ts'
import { type BackupMetrics, createBackupMetrics } from '../operations/backup/backup-metrics.ts'
import { msUntilFirstRun, msUntilNextRun, wait } from '../operations/backup/backup-schedule.ts'
import { describeFailure } from '../operations/backup/describe-failure.ts'
import { copyMedia } from '../operations/backup/media-backup.ts'
import { OperationError } from '../operations/backup/postgres-tools.ts'
import { runBackup } from '../operations/backup/run-backup.ts'
import { toBackupConfig } from '../platform/config/backup-config.ts'
import { type StorageConfig, toStorageConfig } from '../platform/config/config.ts'
import { type Env, nameProblems, parseEnv } from '../platform/config/env.ts'
import { Secret } from '../platform/config/secret.ts'
import { freeBytes } from '../platform/free-space.ts'
import { createLog, type Log, standardOutput } from '../platform/log.ts'
import { openStorage } from '../platform/storage/open-storage.ts'

export const NO_SERVER =
  'DATABASE_URL is not set. To back up the embedded database, stop the service and copy the directory DATA_DIR'

/** Dumps once, or every interval until SIGTERM; with `media` also copies the media store. Resolves with the exit code. */
export async function backup(
  environment: Record<string, string | undefined>,
  { once, media }: { once: boolean; media: boolean },
) {
  const env = parseEnv(environment, [
    'process',
    'database',
    'backup',
    ...(media ? (['storage'] as const) : []),
  ])
  const log = createLog(env.process.LOG_LEVEL, standardOutput(env.process.LOG_FORMAT))
  for (const problem of nameProblems(environment)) log.warn(problem)
  if (!env.database.DATABASE_URL) {
    log.fatal(NO_SERVER)
    return 1
  }
  const signal = abortOnSignals()
  exitOnDefects(log)
  const ctx: BackupContext = {
    config: toBackupConfig(env.backup),
    url: new Secret(env.database.DATABASE_URL),
    environment,
    clock: () => new Date(),
    freeBytes,
    signal,
    info: (message) => log.info(message),
    warn: (message) => log.warn(message),
  }
  const storage = media ? toStorageConfig((env as Env).storage, env.database) : null
  const { config, clock } = ctx
  const metrics = createBackupMetrics({ config, commit: env.process.GIT_COMMIT, clock, media })
  const run = () => runOnce(ctx, { log, metrics, storage })
  if (once) return (await run()) ? 0 : 1
  const server = Bun.serve({
    port: config.metricsPort,
    hostname: '0.0.0.0',
    fetch: (request) => respond(request, metrics),
    development: false,
    reusePort: false,
  })
  log.info({ url: `http://localhost:${server.port}` }, 'listening')
  let delay = await msUntilFirstRun(config, clock())
  while (await wait(delay, signal)) {
    const start = performance.now()
    const succeeded = await run()
    delay = Math.max(0, msUntilNextRun(config, succeeded) - (performance.now() - start))
  }
  log.info('stopping')
  await server.stop(true)
  return 0
}

function abortOnSignals(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => stopping.abort(new OperationError(`stopped by ${signal}`)))
  return stopping.signal
}

function exitOnDefects(log: Log) {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event)
      process.exit(1)
    })
}

type Options = { log: Log; metrics: BackupMetrics; storage: StorageConfig | null }

/** Whether all databases, and the media if requested, were backed up. */
async function runOnce(ctx: BackupContext, options: Options): Promise<boolean> {
  const { log, metrics, storage } = options
  const start = performance.now()
  let stamp: string | null = null
  let succeeded = false
  try {
    const result = await runBackup(ctx)
    stamp = result.stamp
    for (const failure of result.failures) log.error(failure)
    succeeded = result.failures.length === 0
    metrics.recordRun(result)
  } catch (error) {
    if (ctx.signal?.aborted) return reportStopped(log)
    log.error(`no dump was created: ${describeFailure(error)}`)
    metrics.recordRun(null)
  }
  if (storage) succeeded = (await backUpMedia(ctx, options, { storage, stamp })) && succeeded
  if (ctx.signal?.aborted) return reportStopped(log)
  const seconds = Math.round((performance.now() - start) / 100) / 10
  if (succeeded) log.info({ stamp, seconds }, 'backup complete')
  else log.error({ stamp, seconds }, 'backup incomplete')
  return succeeded
}

function reportStopped(log: Log) {
  log.warn('backup stopped; its unfinished files were removed, older dumps are unchanged')
  return false
}

async function backUpMedia(
  ctx: BackupContext,
  { log, metrics }: Options,
  { storage: config, stamp }: { storage: StorageConfig; stamp: string | null },
): Promise<boolean> {
  const storage = await openStorage(config)
  try {
    const lock = lockBackupDirectory(ctx.config.directory)
    try {
      const summary = await copyMedia(ctx, { storage, stamp })
      log.info(summary, 'media copied')
      metrics.recordMediaCopy(summary)
      return true
    } finally {
      lock.release()
    }
  } catch (error) {
    log.error(`media was not copied: ${describeFailure(error)}`)
    metrics.recordMediaCopy(null)
    return false
  } finally {
    storage.close()
  }
}

async function respond(request: Request, metrics: BackupMetrics) {
  const { pathname } = new URL(request.url)
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405, headers: { ...headers, Allow: 'GET, HEAD' } })
  if (pathname === '/health') return Response.json({ status: 'ok' }, { headers })
  if (pathname !== '/metrics') return new Response(null, { status: 404, headers })
  try {
    return new Response(await metrics.text(), {
      headers: { ...headers, 'Content-Type': metrics.contentType },
    })
  } catch (error) {
    return Response.json({ status: 'degraded', detail: describeFailure(error) }, { status: 503, headers })
  }
}
