// Secrets from files: `NAME_FILE` names a file whose content becomes `NAME`, as Docker and Kubernetes mount them.
import { readFileSync } from 'node:fs'

/** Variables whose values are never printed and may come from a file. */
export const secretNames = [
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'STORAGE_ACCESS_KEY',
  'STORAGE_SECRET_KEY',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'ADMIN_PASSWORD',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'CDN_PURGE_TOKEN',
  'SENTRY_DSN_BACKEND',
  'RESTORE_OWNER_URLS',
  'BACKUP_S3_ACCESS_KEY',
  'BACKUP_S3_SECRET_KEY',
  'DEPLOY_WEBHOOK_SECRET',
  'DEPLOY_STATUS_TOKEN',
] as const

type Variables = Record<string, string | undefined>

/**
 * The variables without empty ones, and with the secrets that files hold. Reads only files of variables that `isRead`
 * accepts: a command may have no permission for the others. Problems are appended to `problems`.
 */
export function withSecretFiles(
  environment: Variables,
  { isRead, problems }: { isRead: (name: string) => boolean; problems: string[] },
): Variables {
  const values = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  for (const name of secretNames) {
    const file = values[`${name}_FILE`]
    if (file === undefined || !isRead(name)) continue
    if (values[name] !== undefined) problems.push(`${name}: set either ${name} or ${name}_FILE, not both`)
    try {
      values[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      problems.push(`${name}_FILE: cannot be read (${code ?? 'unknown reason'})`)
    }
  }
  return values
}
