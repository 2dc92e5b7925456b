import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { addBuildInfo, readGauges } from '../observability/metric-kinds.ts'
import { FINAL_STATES } from './deploy-record.ts'
import type { Receiver } from './open-receiver.ts'

export type DeployMetrics = { registry: Registry }

/** Serves GET /metrics on a port of its own, which only the scraper should reach. */
export const serveMetrics = (metrics: DeployMetrics, port: number) =>
  Bun.serve({
    port,
    hostname: '0.0.0.0',
    routes: {
      '/metrics': {
        GET: async () =>
          new Response(await metrics.registry.metrics(), {
            headers: { 'Content-Type': metrics.registry.contentType, 'Cache-Control': 'no-store' },
          }),
      },
    },
    fetch: () => new Response(null, { status: 404 }),
    development: false,
    reusePort: false,
  })

/** The receiver's Prometheus metrics. Deploy counts come from the history, so they survive a restart. */
export function createDeployMetrics({
  receiver,
  commit,
}: {
  receiver: Receiver
  commit: string
}): DeployMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  // `promtool check metrics` rejects prom-client's gauges named nodejs_…_total.
  for (const { name } of registry.getMetricsAsArray()) {
    if (name.startsWith('nodejs_')) registry.removeSingleMetric(name)
  }
  addBuildInfo(registers, commit)
  new Counter({
    name: 'deploys_total',
    help: 'Finished deploys by final state',
    labelNames: ['state'],
    registers,
    collect() {
      const counts = new Map(receiver.counts().map(({ state, n }) => [state, n]))
      this.reset()
      for (const state of FINAL_STATES) this.inc({ state }, counts.get(state) ?? 0)
    },
  })
  readGauges(registers, {
    deploy_in_progress: ['1 while a deploy or a rollback is running', () => (receiver.isBusy() ? 1 : 0)],
    deploy_last_failed: [
      'Id of the last finished deploy if it failed; 0 if it succeeded',
      () => {
        const last = receiver.lastFinished()
        return last?.state === 'failed_deploy' ? last.id : 0
      },
    ],
    deploy_last_deployed_timestamp_seconds: [
      'Unix time of the last successful deploy; 0 before the first',
      () => (receiver.lastDeployed()?.finished_at ?? 0) / 1_000,
    ],
  })
  return { registry }
}
