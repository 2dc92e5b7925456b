import type { BackupContext } from '../backup/backup-context.ts'
import { lockBackupDirectory } from '../backup/backup-lock.ts'
import { type BackupMetrics, createBackupMetrics } from '../backup/backup-metrics.ts'
import { firstRunIn, nextRunIn, waitFor } from '../backup/backup-schedule.ts'
import { describeFailure } from '../backup/describe-failure.ts'
import { copyMedia } from '../backup/media-backup.ts'
import { OperationError } from '../backup/postgres-tools.ts'
import { runBackup } from '../backup/run-backup.ts'
import { toBackupConfig } from '../config/backup-config.ts'
import { toStorageConfig } from '../config/config.ts'
import { type Env, parseEnv } from '../config/env.ts'
import { Secret } from '../config/secret.ts'
import { createLog, type Log } from '../log.ts'
import { openStorage } from '../storage/open-storage.ts'

type Environment = Record<string, string | undefined>

/** Why there is nothing to dump without a server. */
export const EMBEDDED =
  'DATABASE_URL is not set. The embedded database is copied with the service stopped: copy DATA_DIR, all of it'

/** Dumps once, or every interval until SIGTERM; with `media` it copies the media store as well. */
export async function backup(environment: Environment, { once, media }: { once: boolean; media: boolean }) {
  const env = parseEnv(environment, [
    'process',
    'database',
    'backup',
    ...(media ? (['storage'] as const) : []),
  ])
  const log = createLog(env.process.LOG_LEVEL)
  if (!env.database.DATABASE_URL) {
    log.fatal(EMBEDDED)
    return 1
  }
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => stopping.abort(new OperationError(`stopped by ${signal}`)))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event)
      process.exit(1)
    })
  const ctx: BackupContext = {
    config: toBackupConfig(env.backup),
    url: new Secret(env.database.DATABASE_URL),
    environment,
    clock: () => new Date(),
    signal: stopping.signal,
    say: (message) => log.info(message),
    warn: (message) => log.warn(message),
  }
  const storage = media ? toStorageConfig((env as Env).storage, env.database) : null
  const metrics = createBackupMetrics({
    config: ctx.config,
    commit: env.process.GIT_COMMIT,
    clock: ctx.clock,
    media,
  })
  const run = () => runOnce(ctx, { log, metrics, storage })
  if (once) return (await run()) ? 0 : 1
  const server = Bun.serve({
    port: ctx.config.metricsPort,
    hostname: '0.0.0.0',
    fetch: (request) => answer(request, metrics),
    development: false,
    reusePort: false,
  })
  log.info({ url: `http://localhost:${server.port}` }, 'listening')
  let wait = await firstRunIn(ctx.config, ctx.clock())
  while (await waitFor(wait, stopping.signal)) {
    const began = performance.now()
    const succeeded = await run()
    wait = Math.max(0, nextRunIn(ctx.config, succeeded) - (performance.now() - began))
  }
  log.info('stopping')
  await server.stop(true)
  return 0
}

type Parts = { log: Log; metrics: BackupMetrics; storage: ReturnType<typeof toStorageConfig> | null }

/** Whether everything is saved. */
async function runOnce(ctx: BackupContext, { log, metrics, storage }: Parts): Promise<boolean> {
  const began = performance.now()
  let stamp: string | null = null
  let succeeded = false
  try {
    const result = await runBackup(ctx)
    stamp = result.stamp
    for (const failure of result.failures) log.error(failure)
    succeeded = result.failures.length === 0
    metrics.runEnded(result)
  } catch (error) {
    if (ctx.signal?.aborted) return stopped(log)
    log.error(`no dump was made: ${describeFailure(error)}`)
    metrics.runEnded(null)
  }
  if (storage) succeeded = (await copyStore(ctx, { log, metrics, storage }, stamp)) && succeeded
  if (ctx.signal?.aborted) return stopped(log)
  const seconds = Math.round((performance.now() - began) / 100) / 10
  if (succeeded) log.info({ stamp, seconds }, 'the backup is complete')
  else log.error({ stamp, seconds }, 'the backup is not complete')
  return succeeded
}

function stopped(log: Log) {
  log.warn('the backup was stopped; what it had not finished is gone, older dumps are untouched')
  return false
}

async function copyStore(
  ctx: BackupContext,
  { log, metrics, storage: config }: Parts,
  stamp: string | null,
): Promise<boolean> {
  const storage = await openStorage(config!)
  try {
    const lock = lockBackupDirectory(ctx.config.directory)
    try {
      const summary = await copyMedia(ctx, { storage, stamp })
      log.info(summary, 'the media are copied')
      metrics.mediaEnded(summary)
      return true
    } finally {
      lock.release()
    }
  } catch (error) {
    log.error(`the media were not copied: ${describeFailure(error)}`)
    metrics.mediaEnded(null)
    return false
  } finally {
    storage.close()
  }
}

async function answer(request: Request, metrics: BackupMetrics) {
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
