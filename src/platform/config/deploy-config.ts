import { resolve } from 'node:path'
import type { Env } from './env.ts'
import { Secret } from './secret.ts'

export type DeployConfig = {
  webhookSecret: Secret
  statusToken: Secret | null
  port: number
  metricsPort: number
  branch: string
  repository: string
  stateDirectory: string
  build: string[]
  up: string[]
  readyUrl: string
  buildTimeoutMs: number
  readyTimeoutMs: number
  readyIntervalMs: number
  autoRollback: boolean
}

/** The readiness URL of the service; null when neither `DEPLOY_READY_URL` nor `API_HOST` is set. */
export const toReadyUrl = ({ API_HOST, DEPLOY_READY_URL }: Env['stack']) =>
  DEPLOY_READY_URL ?? (API_HOST ? `https://${API_HOST}/health/ready` : null)

/** `parseEnv` guarantees the webhook secret and a readiness URL. */
export function toDeployConfig({ deploy, stack }: Pick<Env, 'deploy' | 'stack'>): DeployConfig {
  return {
    webhookSecret: new Secret(deploy.DEPLOY_WEBHOOK_SECRET!),
    statusToken: deploy.DEPLOY_STATUS_TOKEN ? new Secret(deploy.DEPLOY_STATUS_TOKEN) : null,
    port: deploy.DEPLOY_PORT,
    metricsPort: deploy.DEPLOY_METRICS_PORT,
    branch: deploy.DEPLOY_BRANCH,
    repository: resolve(stack.DEPLOY_REPO_DIR),
    stateDirectory: resolve(deploy.DEPLOY_STATE_DIR),
    build: deploy.DEPLOY_BUILD,
    up: deploy.DEPLOY_UP,
    readyUrl: toReadyUrl(stack)!,
    buildTimeoutMs: deploy.DEPLOY_BUILD_TIMEOUT_SECONDS * 1_000,
    readyTimeoutMs: deploy.DEPLOY_READY_TIMEOUT_SECONDS * 1_000,
    readyIntervalMs: deploy.DEPLOY_READY_INTERVAL_SECONDS * 1_000,
    autoRollback: deploy.DEPLOY_AUTO_ROLLBACK,
  }
}
