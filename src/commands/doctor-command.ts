import { openEngine } from '../operations/deploy/container-engine.ts'
import { type Check, formatChecks, hasNoFailure } from '../operations/doctor/doctor-check.ts'
import {
  checkDisk,
  checkDrill,
  checkDumps,
  checkReadiness,
  checkStore,
} from '../operations/doctor/host-checks.ts'
import { checkMail } from '../operations/doctor/mail-check.ts'
import { checkApiLog, checkContainers } from '../operations/doctor/stack-checks.ts'
import { toBackupConfig } from '../platform/config/backup-config.ts'
import { toStorageConfig } from '../platform/config/config.ts'
import { toReadyUrl } from '../platform/config/deploy-config.ts'
import { parseEnv } from '../platform/config/env.ts'
import { toMailConfig } from '../platform/config/mail-config.ts'
import { createSmtpTransport } from '../platform/smtp/smtp-transport.ts'

/** Runs the routine checks and prints a line per check, or JSON. Resolves with 1 when one fails. */
export async function doctor(environment: Record<string, string | undefined>, { json }: { json: boolean }) {
  const hasData = !isWithoutData(environment)
  const env = parseEnv({ ...environment, ...(!hasData && { DATABASE_REQUIRED: '' }) }, [
    'database',
    'storage',
    'backup',
    'stack',
    'mail',
    'site',
    'server',
  ])
  const config = toBackupConfig(env.backup)
  const mail = toMailConfig(env.mail, env.site.SITE_URL ?? `http://localhost:${env.server.PORT}`)
  const now = new Date()
  const engine = await openEngine({ environment, directory: env.stack.DEPLOY_REPO_DIR })
  const checks = await Promise.all([
    guarded('containers', checkContainers(engine)),
    guarded('api log', checkApiLog(engine)),
    hasData ? guarded('dumps', checkDumps(config, now)) : needsData('dumps'),
    hasData ? guarded('restore test', checkDrill(config, now)) : needsData('restore test'),
    guarded('readiness', checkReadiness(toReadyUrl(env.stack))),
    guarded('disk', checkDisk('/')),
    hasData
      ? checkStore(toStorageConfig(env.storage, env.database), env.database.DATABASE_URL !== undefined)
      : needsData('object store'),
    guarded('mail', checkMail(mail && createSmtpTransport(mail.smtp))),
  ])
  const ok = hasNoFailure(checks)
  console.log(
    json ? JSON.stringify({ ok, checked_at: now.toISOString(), checks }, null, 2) : formatChecks(checks),
  )
  return ok ? 0 : 1
}

/** The deploy receiver's container: it requires a database but is not given one. */
const isWithoutData = ({
  DATABASE_REQUIRED,
  DATABASE_URL,
  DATABASE_URL_FILE,
}: Record<string, string | undefined>) => DATABASE_REQUIRED === 'true' && !DATABASE_URL && !DATABASE_URL_FILE

const needsData = (name: string): Check => ({
  name,
  status: 'needs',
  detail: 'needs DATABASE_URL; run doctor in the backup container',
})

/** A check that throws is reported as failed; the others still run. */
async function guarded(name: string, check: Promise<Check>): Promise<Check> {
  try {
    return await check
  } catch (error) {
    return { name, status: 'failed', detail: (error as Error).message }
  }
}
