import { toDeployConfig } from '../config/deploy-config.ts'
import { groups, parseEnv } from '../config/env.ts'
import { createDeployMetrics } from '../deploy/deploy-metrics.ts'
import { openReceiver } from '../deploy/open-receiver.ts'
import { createLog } from '../log.ts'
import { createReceiverApp } from '../routes/deploy/receiver-app.ts'

/** Receives pushes until SIGTERM or SIGINT; what is under way then is taken up, or ended, by the next start. */
export async function deployReceiver(environment: Record<string, string | undefined>) {
  const env = parseEnv(environment, ['process', 'stack', 'deploy'])
  const config = toDeployConfig(env)
  const log = createLog(env.process.LOG_LEVEL)
  await using receiver = await openReceiver({
    config,
    log,
    now: Date.now,
    environment: forCommands(environment),
  })
  const commit = env.process.GIT_COMMIT
  const app = createReceiverApp({
    receiver,
    metrics: createDeployMetrics({ receiver, commit }),
    log,
    branch: config.branch,
    commit,
    webhookSecret: config.webhookSecret,
    statusToken: config.statusToken,
  })
  const server = Bun.serve({
    port: config.port,
    hostname: '0.0.0.0',
    fetch: app.fetch,
    idleTimeout: 30,
    // Counted while it is read, so that the answer is a problem document.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    development: false,
    reusePort: false,
  })
  log.info({ url: `http://localhost:${server.port}`, branch: config.branch, commit }, 'listening')
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
  log.info({ signal }, 'stopping')
  // A delivery under way is answered; a connection that is only kept open does not hold the end up.
  void server.stop()
  for (let waits = 0; server.pendingRequests > 0 && waits < 100; waits++) await Bun.sleep(20)
  await server.stop(true)
  return 0
}

/**
 * The environment without what this program itself reads: the secrets are not a build's to know, and compose takes its
 * values from the checkout's `.env`, over which a variable of the same name would win.
 */
function forCommands(environment: Record<string, string | undefined>) {
  const own = new Set(Object.values(groups).flatMap((group) => Object.keys(group.shape)))
  const rest = Object.entries(environment).filter(([name]) => !own.has(name.replace(/_FILE$/, '')))
  return { BUILDKIT_PROGRESS: 'plain', ...Object.fromEntries(rest), GIT_TERMINAL_PROMPT: '0' }
}
