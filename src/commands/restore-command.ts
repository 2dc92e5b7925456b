// `restore`: restores databases or media, lists dumps, runs a drill, drops replaced databases.
import type { Access } from '../accounts/restored-access.ts'
import type { BackupContext } from '../operations/backup/backup-context.ts'
import { lockBackupDirectory } from '../operations/backup/backup-lock.ts'
import { describeFailure } from '../operations/backup/describe-failure.ts'
import { listDumps } from '../operations/backup/dump-catalogue.ts'
import { listOffSite } from '../operations/backup/off-site-copy.ts'
import { OperationError } from '../operations/backup/postgres-tools.ts'
import { type Engine, openEngine } from '../operations/deploy/container-engine.ts'
import { chooseAccess, type Terminal } from '../operations/restore/choose-access.ts'
import type { Selection } from '../operations/restore/choose-dumps.ts'
import { fetchDumps } from '../operations/restore/fetch-dumps.ts'
import { formatList } from '../operations/restore/list-backups.ts'
import { drill } from '../operations/restore/restore-drill.ts'
import { dropReplaced, type RestoreDumps, restoreDumps } from '../operations/restore/restore-dumps.ts'
import { restoreMedia } from '../operations/restore/restore-media.ts'
import { composeServices } from '../operations/restore/stop-services.ts'
import { toBackupConfig } from '../platform/config/backup-config.ts'
import { type StorageConfig, toStorageConfig } from '../platform/config/config.ts'
import { parseEnv } from '../platform/config/env.ts'
import { Secret } from '../platform/config/secret.ts'
import { quoteIdentifier } from '../platform/db/admin-connection.ts'
import { freeBytes } from '../platform/free-space.ts'
import { openOffSite } from '../platform/storage/off-site-store.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import { NO_SERVER } from './backup-command.ts'

export type RestoreOptions = Selection & {
  task: 'restore' | 'list' | 'drill' | 'drop-old' | 'media'
  /** URL of the server that a drill uses; null: the server of the databases. */
  to: string | null
  /** Permits loading a dump with a superuser login. */
  allowSuperuser: boolean
  /** Access afterwards; null: the terminal is asked. */
  access: Access | null
  terminal: Terminal | null
}

/** Resolves with 0 on success; prints the reason to standard error and resolves with 1 otherwise. */
export async function restore(
  environment: Record<string, string | undefined>,
  { task, to, allowSuperuser, access, terminal, ...selection }: RestoreOptions,
): Promise<number> {
  const env = parseEnv(environment, ['database', 'backup', 'stack', 'storage'])
  if (!env.database.DATABASE_URL && task !== 'media') {
    console.error(NO_SERVER)
    return 1
  }
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => stopping.abort(new OperationError(`stopped by ${signal}; nothing was changed`)))
  const ctx: BackupContext = {
    config: toBackupConfig(env.backup),
    url: new Secret(env.database.DATABASE_URL ?? ''),
    environment,
    clock: () => new Date(),
    freeBytes,
    signal: stopping.signal,
    info: (message) => console.log(message),
    warn: (message) => console.log(`warning: ${message}`),
  }
  try {
    switch (task) {
      case 'list':
        return await printList(ctx)
      case 'drop-old':
        return await dropOld(ctx, selection.database)
      case 'media':
        return await restoreStorage(ctx, toStorageConfig(env.storage, env.database), selection.stamp)
      case 'drill':
        return await runDrill(ctx, selection, { to, allowSuperuser })
      case 'restore':
        return await restoreDatabases(ctx, selection, {
          engine: await openEngine({ environment, directory: env.stack.DEPLOY_REPO_DIR }),
          allowSuperuser,
          chooseAccess: chooseAccess(ctx, { option: access, terminal }),
        })
    }
  } catch (error) {
    console.error(describeFailure(error))
    return 1
  }
}

type FoundEngine = Engine | { absent: string }

async function restoreDatabases(
  ctx: BackupContext,
  selection: Selection,
  { engine, ...options }: Pick<RestoreDumps, 'allowSuperuser' | 'chooseAccess'> & { engine: FoundEngine },
) {
  const dumps = await fetchDumps(ctx, selection)
  const main = ctx.config.databases[0]
  if (dumps.some((dump) => dump.database === main))
    ctx.info(`${main} holds the website and the procurement data: both are restored to ${dumps[0]!.stamp}`)
  const services = composeServices(engine, ctx)
  const restored = await restoreDumps(ctx, { dumps, services, ...options })
  for (const { database, dump, rows, tables, keptAs } of restored) {
    const kept = keptAs ? `; the replaced database is kept as ${keptAs}` : ''
    ctx.info(`restored ${database} from ${dump}: ${rows} rows in ${tables} tables${kept}`)
  }
  if (restored.some(({ keptAs }) => keptAs)) ctx.info('restore --drop-old drops the replaced databases')
  return 0
}

async function printList(ctx: BackupContext) {
  const { directory, databases, offSite: config } = ctx.config
  const store = config && openOffSite(config)
  const offSite = store ? await listOffSite(store, databases).finally(() => store.close()) : []
  ctx.info(formatList({ dumps: await listDumps(directory, databases), offSite, databases, directory }))
  return 0
}

async function dropOld(ctx: BackupContext, database: string | null) {
  const dropped = await dropReplaced(ctx, { database })
  for (const name of dropped) ctx.info(`dropped ${name}`)
  if (dropped.length === 0) ctx.info('there is no replaced database to drop')
  return 0
}

async function runDrill(
  ctx: BackupContext,
  selection: Selection,
  { to, allowSuperuser }: { to: string | null; allowSuperuser: boolean },
) {
  const dumps = await fetchDumps(ctx, selection)
  const result = await drill(ctx, { dumps, to: to === null ? null : new Secret(to), allowSuperuser })
  const subject = `${result.databases.join(' and ')} of ${result.stamp}`
  for (const role of result.missing_roles)
    ctx.warn(`the role ${quoteIdentifier(role)} owns objects in the dump but does not exist on the server`)
  for (const problem of result.problems) console.error(problem)
  if (!result.ok) {
    console.error(`restore drill failed: ${subject}`)
    return 1
  }
  ctx.info(
    `restore drill passed: ${subject}, ${result.rows} rows in ${result.tables} tables, as in the manifest, in ${result.duration_seconds} s`,
  )
  return 0
}

async function restoreStorage(ctx: BackupContext, config: StorageConfig, stamp: string | null) {
  const storage = await openStorage(config)
  const lock = lockBackupDirectory(ctx.config.directory)
  try {
    const { present, restored } = await restoreMedia(ctx, { storage, stamp })
    ctx.info(`restored ${restored} media objects; ${present} were already correct`)
    return 0
  } finally {
    lock.release()
    storage.close()
  }
}
