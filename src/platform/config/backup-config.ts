import type { S3Config } from './config.ts'
import type { Env } from './env.ts'
import { Secret } from './secret.ts'

export type BackupConfig = {
  intervalMs: number
  directory: string
  keepDays: number
  databases: string[]
  /** Logins of the databases' owners, one per role; empty: the administration login loads dumps. */
  ownerUrls: Secret[]
  /** A directory on the disk of the database server; null: unknown. */
  restoreDisk: string | null
  metricsPort: number
  /** Null: dumps stay on this host only. */
  offSite: S3Config | null
}

export function toBackupConfig(env: Env['backup']): BackupConfig {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket, BACKUP_S3_REGION: region } = env
  const { BACKUP_S3_ACCESS_KEY: accessKey, BACKUP_S3_SECRET_KEY: secretKey } = env
  return {
    intervalMs: env.BACKUP_INTERVAL_SECONDS * 1_000,
    directory: env.BACKUP_DIR,
    keepDays: env.BACKUP_KEEP_DAYS,
    databases: env.BACKUP_DATABASES,
    ownerUrls: env.RESTORE_OWNER_URLS.map((url) => new Secret(url)),
    restoreDisk: env.RESTORE_DISK ?? null,
    metricsPort: env.BACKUP_METRICS_PORT,
    offSite:
      endpoint && bucket && accessKey && secretKey
        ? { endpoint, bucket, region, accessKey: new Secret(accessKey), secretKey: new Secret(secretKey) }
        : null,
  }
}
