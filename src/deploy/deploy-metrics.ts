import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createRequestMetrics, type ObserveRequest } from '../observability/request-metrics.ts'
import { ENDED } from './deploy-history.ts'
import type { Receiver } from './open-receiver.ts'

export type DeployMetrics = { requestDone: ObserveRequest; contentType: string; text(): Promise<string> }

/** What the receiver tells a scraper; counts come from its records, so they go on over a restart. */
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
  for (const { name } of registry.getMetricsAsArray()) {
    if (name.startsWith('nodejs_')) registry.removeSingleMetric(name)
  }
  new Gauge({
    name: 'app_build_info',
    help: 'Which build runs; always 1',
    labelNames: ['commit'],
    registers,
  }).set({ commit }, 1)
  new Counter({
    name: 'deploys_total',
    help: 'Deploys by how they ended',
    labelNames: ['state'],
    registers,
    collect() {
      const counts = new Map(receiver.counts().map(({ state, n }) => [state, n]))
      this.reset()
      for (const state of ENDED) this.inc({ state }, counts.get(state) ?? 0)
    },
  })
  new Gauge({
    name: 'deploy_in_progress',
    help: 'Whether something is being deployed or rolled back',
    registers,
    collect() {
      this.set(receiver.busy() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'deploy_last_deployed_timestamp_seconds',
    help: 'When a deploy last succeeded; 0 before the first',
    registers,
    collect() {
      this.set((receiver.lastDeployed()?.finished_at ?? 0) / 1_000)
    },
  })
  return {
    requestDone: createRequestMetrics(registry),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}
