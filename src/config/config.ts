// The environment grouped by who reads it, with null for what is absent.
import { join, resolve } from 'node:path'
import { type AddressRange, parseRange } from './address-range.ts'
import type { Env, ServiceEnv } from './env.ts'
import { Secret } from './secret.ts'

export type DatabaseConfig =
  | { kind: 'postgres'; url: Secret; poolSize: number }
  | { kind: 'embedded'; directory: string }

export type StorageConfig =
  | { kind: 's3'; endpoint: string; region: string; bucket: string; accessKey: Secret; secretKey: Secret }
  | { kind: 'disk'; directory: string }

export type BackupConfig = {
  intervalMs: number
  directory: string
  keepDays: number
  databases: string[]
  metricsPort: number
  /** Null: dumps stay on this host only. */
  offSite: Omit<Extract<StorageConfig, { kind: 's3' }>, 'kind'> | null
}

export type OperationsConfig = {
  backendDsn: Secret | null
  /** Public by nature: browsers send it. */
  frontendDsn: string | null
  glitchtipHost: string | null
  umami: { host: string; websiteId: string } | null
  shutdown: { delayMs: number; graceMs: number }
}

export type DeployConfig = {
  webhookSecret: Secret
  statusToken: Secret | null
  port: number
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

/** The identity provider of the procurement users. */
export type IdentityConfig = {
  issuer: string
  audience: string
  discoveryUrl: string | null
  /** Subjects, and e-mails in lower case. */
  admins: { subjects: ReadonlySet<string>; emails: ReadonlySet<string> }
}

export type Config = {
  server: {
    port: number
    host: string
    corsOrigins: string[]
    trustedProxies: AddressRange[]
    logLevel: string
    commit: string
  }
  database: DatabaseConfig
  dataDirectory: string
  site: {
    url: string
    primaryLanguage: string
    mediaBase: string
    /** Path of the pages' template; null: the built-in one. */
    spaIndex: string | null
  }
  storage: StorageConfig
  media: { maxUploadBytes: number }
  auth: {
    /** Null: made once and kept in the data directory. */
    jwtSecret: Secret | null
    firstAdmin: { email: string; password: Secret | null } | null
  }
  /** Null: the admin accounts serve. */
  identity: IdentityConfig | null
  operations: OperationsConfig
}

/** Where `DATABASE_URL` and `DATA_DIR` say that the database is. */
export function toDatabaseConfig(env: Env['database']): DatabaseConfig {
  return env.DATABASE_URL
    ? { kind: 'postgres', url: new Secret(env.DATABASE_URL), poolSize: env.DATABASE_POOL_SIZE }
    : { kind: 'embedded', directory: join(env.DATA_DIR, 'db') }
}

/** Where the `STORAGE_*` variables and `DATA_DIR` say that the media are. */
export function toStorageConfig(env: Env['storage'], database: Env['database']): StorageConfig {
  const { STORAGE_ENDPOINT: endpoint, STORAGE_BUCKET: bucket, STORAGE_REGION: region } = env
  const { STORAGE_ACCESS_KEY: accessKey, STORAGE_SECRET_KEY: secretKey } = env
  if (!endpoint || !bucket || !accessKey || !secretKey)
    return { kind: 'disk', directory: join(database.DATA_DIR, 'media') }
  return {
    kind: 's3',
    endpoint,
    region,
    bucket,
    accessKey: new Secret(accessKey),
    secretKey: new Secret(secretKey),
  }
}

/** What the `BACKUP_*` variables say. */
export function toBackupConfig(env: Env['backup']): BackupConfig {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket, BACKUP_S3_REGION: region } = env
  const { BACKUP_S3_ACCESS_KEY: accessKey, BACKUP_S3_SECRET_KEY: secretKey } = env
  return {
    intervalMs: env.BACKUP_INTERVAL_SECONDS * 1_000,
    directory: env.BACKUP_DIR,
    keepDays: env.BACKUP_KEEP_DAYS,
    databases: env.BACKUP_DATABASES,
    metricsPort: env.BACKUP_METRICS_PORT,
    offSite:
      endpoint && bucket && accessKey && secretKey
        ? { endpoint, bucket, region, accessKey: new Secret(accessKey), secretKey: new Secret(secretKey) }
        : null,
  }
}

/** The URL that says whether the service is ready, or null where nothing names it. */
export const toReadyUrl = ({ API_HOST, DEPLOY_READY_URL }: Env['stack']) =>
  DEPLOY_READY_URL ?? (API_HOST ? `https://${API_HOST}/health/ready` : null)

/** What `parseEnv` has checked to be there: the secret, and one of the two that make the readiness URL. */
export function toDeployConfig({ deploy, stack }: Pick<Env, 'deploy' | 'stack'>): DeployConfig {
  return {
    webhookSecret: new Secret(deploy.DEPLOY_WEBHOOK_SECRET!),
    statusToken: deploy.DEPLOY_STATUS_TOKEN ? new Secret(deploy.DEPLOY_STATUS_TOKEN) : null,
    port: deploy.DEPLOY_PORT,
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

export function toConfig(env: ServiceEnv): Config {
  const { server, database, site, storage, media, auth } = env
  const siteUrl = site.SITE_URL ?? `http://localhost:${server.PORT}`
  return {
    server: {
      port: server.PORT,
      host: server.HOST,
      corsOrigins: server.CORS_ORIGINS,
      trustedProxies: server.TRUSTED_PROXIES.map((range) => parseRange(range)!),
      logLevel: env.process.LOG_LEVEL,
      commit: env.process.GIT_COMMIT,
    },
    database: toDatabaseConfig(database),
    dataDirectory: database.DATA_DIR,
    site: {
      url: siteUrl,
      primaryLanguage: site.SITE_PRIMARY_LANGUAGE,
      mediaBase: site.MEDIA_PUBLIC_BASE ?? siteUrl,
      spaIndex: site.SPA_INDEX ?? null,
    },
    storage: toStorageConfig(storage, database),
    media: { maxUploadBytes: media.MEDIA_MAX_UPLOAD_MB * 1_048_576 },
    auth: {
      jwtSecret: auth.JWT_SECRET ? new Secret(auth.JWT_SECRET) : null,
      firstAdmin: auth.ADMIN_EMAIL
        ? { email: auth.ADMIN_EMAIL, password: auth.ADMIN_PASSWORD ? new Secret(auth.ADMIN_PASSWORD) : null }
        : null,
    },
    identity: toIdentityConfig(env.identity),
    operations: toOperationsConfig(env.operations),
  }
}

function toIdentityConfig(env: Env['identity']): IdentityConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_ADMINS: admins } = env
  if (!issuer || !audience) return null
  // What looks like an e-mail is only ever taken for one: at some providers people choose their subject.
  const emails = admins.filter((entry) => entry.includes('@')).map((email) => email.toLowerCase())
  const subjects = admins.filter((entry) => !entry.includes('@'))
  return {
    issuer,
    audience,
    discoveryUrl: env.OIDC_DISCOVERY_URL ?? null,
    admins: { subjects: new Set(subjects), emails: new Set(emails) },
  }
}

function toOperationsConfig(env: Env['operations']): OperationsConfig {
  const { UMAMI_HOST: host, UMAMI_WEBSITE_ID: websiteId } = env
  return {
    backendDsn: env.SENTRY_DSN_BACKEND ? new Secret(env.SENTRY_DSN_BACKEND) : null,
    frontendDsn: env.SENTRY_DSN_FRONTEND ?? null,
    glitchtipHost: env.GLITCHTIP_HOST ?? null,
    umami: host && websiteId ? { host, websiteId } : null,
    shutdown: {
      delayMs: env.SHUTDOWN_DELAY_SECONDS * 1_000,
      graceMs: env.SHUTDOWN_GRACE_SECONDS * 1_000,
    },
  }
}
