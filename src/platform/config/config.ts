// Configuration of the service, grouped by the part that reads it, with null for absent features. The backup process
// and the deploy receiver have their own in `backup-config.ts` and `deploy-config.ts`.
import { join } from 'node:path'
import { asciiLowerCase } from '../../text/ascii-lower-case.ts'
import { siteLanguageTags } from '../../text/content-language.ts'
import { toReadableAddress } from '../../text/email-address.ts'
import type { SitePage } from '../../text/site-pages.ts'
import { type AddressRange, parseRange } from '../ip-address.ts'
import type { LogFormat } from '../pretty-log.ts'
import { type AlertsConfig, toAlertsConfig } from './alerts-config.ts'
import { type EdgeConfig, toEdgeConfig } from './edge-config.ts'
import type { Env, ServiceEnv } from './env.ts'
import { type MailConfig, toMailConfig } from './mail-config.ts'
import { Secret } from './secret.ts'

export type DatabaseConfig =
  | {
      kind: 'postgres'
      url: Secret
      /** The server itself, where `url` is a pooler in transaction mode; else null. */
      directUrl: Secret | null
      poolSize: number
      deadlineMs: number
    }
  | { kind: 'embedded'; directory: string; deadlineMs: number }

export type S3Config = {
  endpoint: string
  region: string
  bucket: string
  accessKey: Secret
  secretKey: Secret
}

export type StorageConfig = ({ kind: 's3' } & S3Config) | { kind: 'disk'; directory: string }

export type MonitoringConfig = {
  backendDsn: Secret | null
  /** The DSN is no secret: browsers send it. */
  frontendDsn: string | null
  glitchtipHost: string | null
  umami: { host: string; websiteId: string } | null
}

/** The identity provider of the procurement users. */
export type IdentityConfig = {
  issuer: string
  audience: string
  discoveryUrl: string | null
  /** Of the sign-in by browser. */
  client: {
    id: string
    secret: Secret | null
    scopes: string
    providerName: string
    /** Whether its page for signing out asks for the ID token. */
    signsOutByIdToken: boolean
  }
  /** Passwords sign nobody in. */
  isOnlyWay: boolean
  /** Subjects, and emails in lower case (ASCII letters only). */
  admins: { subjects: ReadonlySet<string>; emails: ReadonlySet<string> }
}

export type Config = {
  server: {
    port: number
    host: string
    corsOrigins: string[]
    trustedProxies: AddressRange[]
    logLevel: string
    /** Null: short lines at a terminal, else JSON. */
    logFormat: LogFormat | null
    commit: string
  }
  database: DatabaseConfig
  dataDirectory: string
  site: {
    url: string
    /** The only host of the panel and the admin API; null: every host has them. */
    adminHost: string | null
    /** The origin of the panel. */
    adminUrl: string
    /** Whether scripts of a frontend run on the panel's host, where they may use what the browser keeps for the panel. */
    isPanelShared: boolean
    /** BCP 47 tags, the primary one first. */
    languages: readonly string[]
    /** ISO 4217. */
    defaultCurrency: string
    mediaBase: string
    /** Path of the page template; null: the built-in one. */
    spaIndex: string | null
    /** Directory of the frontend's build; null: the service serves no files of it. */
    spaDirectory: string | null
    pages: ReadonlySet<SitePage>
    /** Template of a frontend's preview addresses with `{path}` and `{token}`; null: the service's own pages. */
    previewUrl: string | null
  }
  storage: StorageConfig
  media: { maxUploadBytes: number }
  trashKeepMs: number
  /** Whose changes need the approval of somebody else; null: nobody's. */
  reviewRequired: 'creators' | 'all' | null
  /** Of the texts of records in memory. */
  snapshotMaxBytes: number
  auth: {
    /** Null: generated once and kept in the data directory. */
    jwtSecret: Secret | null
    previousJwtSecret: Secret | null
    firstAdmin: { email: string; password: Secret | null } | null
    creatorUploads: boolean
    /** Whose accounts need a second factor; null: nobody's. */
    requireSecondFactor: 'admin' | 'all' | null
  }
  /** Null: no mail is sent. */
  mail: MailConfig | null
  /** Null: procurement users are the admin accounts. */
  identity: IdentityConfig | null
  monitoring: MonitoringConfig
  /** Caches in front of the service. */
  alerts: AlertsConfig
  edge: EdgeConfig
  shutdown: { delayMs: number; graceMs: number }
}

export const toTrashKeepMs = (env: Env['trash']) => env.TRASH_KEEP_DAYS * 86_400_000

export function toDatabaseConfig(env: Env['database']): DatabaseConfig {
  const { DATABASE_URL: url, DATABASE_LISTEN_URL: directUrl } = env
  const deadlineMs = env.DATABASE_TIMEOUT_SECONDS * 1_000
  if (!url) return { kind: 'embedded', directory: join(env.DATA_DIR, 'db'), deadlineMs }
  return {
    kind: 'postgres',
    url: new Secret(url),
    directUrl: directUrl && directUrl !== url ? new Secret(directUrl) : null,
    poolSize: env.DATABASE_POOL_SIZE,
    deadlineMs,
  }
}

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
      logFormat: env.process.LOG_FORMAT ?? null,
      commit: env.process.GIT_COMMIT,
    },
    database: toDatabaseConfig(database),
    dataDirectory: database.DATA_DIR,
    site: {
      url: siteUrl,
      adminHost: site.ADMIN_HOST ?? null,
      adminUrl: site.ADMIN_HOST ? `${new URL(siteUrl).protocol}//${site.ADMIN_HOST}` : siteUrl,
      isPanelShared: !site.ADMIN_HOST && Boolean(site.SPA_INDEX || site.SPA_DIR),
      languages: siteLanguageTags(site.SITE_PRIMARY_LANGUAGE),
      defaultCurrency: site.DEFAULT_CURRENCY,
      mediaBase: site.MEDIA_PUBLIC_BASE ?? siteUrl,
      spaIndex: site.SPA_INDEX ?? (site.SPA_DIR ? join(site.SPA_DIR, 'index.html') : null),
      spaDirectory: site.SPA_DIR ?? null,
      pages: new Set(site.SITE_PAGES),
      previewUrl: site.PREVIEW_URL ?? null,
    },
    storage: toStorageConfig(storage, database),
    media: { maxUploadBytes: media.MEDIA_MAX_UPLOAD_MB * 1_048_576 },
    trashKeepMs: toTrashKeepMs(env.trash),
    reviewRequired: auth.REVIEW_REQUIRED ?? null,
    snapshotMaxBytes: site.SNAPSHOT_MEMORY_MB * 1_048_576,
    auth: {
      jwtSecret: auth.JWT_SECRET ? new Secret(auth.JWT_SECRET) : null,
      previousJwtSecret: auth.JWT_SECRET_PREVIOUS ? new Secret(auth.JWT_SECRET_PREVIOUS) : null,
      firstAdmin: auth.ADMIN_EMAIL
        ? { email: auth.ADMIN_EMAIL, password: auth.ADMIN_PASSWORD ? new Secret(auth.ADMIN_PASSWORD) : null }
        : null,
      creatorUploads: auth.CREATOR_UPLOADS,
      requireSecondFactor: auth.REQUIRE_SECOND_FACTOR ?? null,
    },
    mail: toMailConfig(env.mail, siteUrl),
    identity: toIdentityConfig(env.identity),
    monitoring: toMonitoringConfig(env.monitoring),
    alerts: toAlertsConfig(env.alerts),
    edge: toEdgeConfig(env.edge),
    shutdown: {
      delayMs: env.shutdown.SHUTDOWN_DELAY_SECONDS * 1_000,
      graceMs: env.shutdown.SHUTDOWN_GRACE_SECONDS * 1_000,
    },
  }
}

function toIdentityConfig(env: Env['identity']): IdentityConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_ADMINS: admins } = env
  if (!issuer || !audience) return null
  // An entry with an @ is never matched against subjects: some providers let users choose their subject.
  const emails = admins
    .filter((entry) => entry.includes('@'))
    .map((email) => asciiLowerCase(toReadableAddress(email)))
  const subjects = admins.filter((entry) => !entry.includes('@'))
  return {
    issuer,
    audience,
    discoveryUrl: env.OIDC_DISCOVERY_URL ?? null,
    client: {
      id: env.OIDC_CLIENT_ID ?? audience,
      secret: env.OIDC_CLIENT_SECRET ? new Secret(env.OIDC_CLIENT_SECRET) : null,
      scopes: env.OIDC_SCOPES,
      providerName: env.OIDC_PROVIDER_NAME ?? new URL(issuer).hostname,
      signsOutByIdToken: env.OIDC_ID_TOKEN_HINT,
    },
    isOnlyWay: env.OIDC_ONLY,
    admins: { subjects: new Set(subjects), emails: new Set(emails) },
  }
}

function toMonitoringConfig(env: Env['monitoring']): MonitoringConfig {
  const { UMAMI_HOST: host, UMAMI_WEBSITE_ID: websiteId } = env
  return {
    backendDsn: env.SENTRY_DSN_BACKEND ? new Secret(env.SENTRY_DSN_BACKEND) : null,
    frontendDsn: env.SENTRY_DSN_FRONTEND ?? null,
    glitchtipHost: env.GLITCHTIP_HOST ?? null,
    umami: host && websiteId ? { host, websiteId } : null,
  }
}
