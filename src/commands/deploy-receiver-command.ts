import { createReceiverApp } from '../http/deploy/receiver-app.ts'
import { createDeployMetrics, serveMetrics } from '../operations/deploy/deploy-metrics.ts'
import { openReceiver } from '../operations/deploy/open-receiver.ts'
import { toDeployConfig } from '../platform/config/deploy-config.ts'
import { nameProblems, parseEnv } from '../platform/config/env.ts'
import { groups } from '../platform/config/variable-groups.ts'
import { createLog, standardOutput } from '../platform/log.ts'

/** Runs the deploy receiver until SIGTERM or SIGINT. A deploy in progress is resumed or failed by the next start. */
export async function deployReceiver(environment: Record<string, string | undefined>) {
  const env = parseEnv(environment, ['process', 'stack', 'deploy'])
  const config = toDeployConfig(env)
  const log = createLog(env.process.LOG_LEVEL, standardOutput(env.process.LOG_FORMAT))
  for (const problem of nameProblems(environment)) log.warn(problem)
  await using receiver = await openReceiver({
    config,
    log,
    now: Date.now,
    environment: commandEnvironment(environment),
  })
  const commit = env.process.GIT_COMMIT
  const metrics = createDeployMetrics({ receiver, commit })
  const app = createReceiverApp({
    receiver,
    metrics,
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
    // The routes count bytes themselves and answer 413 with a problem document.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    development: false,
    reusePort: false,
  })
  const metricsServer = serveMetrics(metrics, config.metricsPort)
  log.info(
    {
      url: `http://localhost:${server.port}`,
      metrics_url: `http://localhost:${metricsServer.port}/metrics`,
      branch: config.branch,
      commit,
    },
    'listening',
  )
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
  log.info({ signal }, 'stopping')
  // Answers requests in progress for up to two seconds, but does not wait for idle connections.
  void server.stop()
  for (let round = 0; server.pendingRequests > 0 && round < 100; round++) await Bun.sleep(20)
  await Promise.all([server.stop(true), metricsServer.stop(true)])
  return 0
}

/**
 * The environment of deploy commands, without the variables of this program: a build must not see its secrets, and for
 * compose they would override the values of the checkout's `.env`.
 */
function commandEnvironment(environment: Record<string, string | undefined>) {
  const ownNames = new Set(Object.values(groups).flatMap((group) => Object.keys(group.shape)))
  const rest = Object.entries(environment).filter(([name]) => !ownNames.has(name.replace(/_FILE$/, '')))
  return { BUILDKIT_PROGRESS: 'plain', ...Object.fromEntries(rest), GIT_TERMINAL_PROMPT: '0' }
}
