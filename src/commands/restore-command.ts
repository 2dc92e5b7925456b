import type { BackupContext } from '../backup/backup-context.ts'
import { lockBackupDirectory } from '../backup/backup-lock.ts'
import { describeFailure } from '../backup/describe-failure.ts'
import { isGood, listDumps } from '../backup/dump-catalogue.ts'
import { restoreMedia } from '../backup/media-backup.ts'
import { fetchOffSite, listOffSite } from '../backup/off-site-copy.ts'
import { OperationError } from '../backup/postgres-tools.ts'
import { toBackupConfig } from '../config/backup-config.ts'
import { toStorageConfig } from '../config/config.ts'
import { parseEnv } from '../config/env.ts'
import { Secret } from '../config/secret.ts'
import { openEngine } from '../deploy/container-engine.ts'
import { chooseDumps } from '../restore/choose-dumps.ts'
import { formatList } from '../restore/list-backups.ts'
import { drill } from '../restore/restore-drill.ts'
import { dropKept, restoreDumps } from '../restore/restore-dumps.ts'
import { composeServices } from '../restore/stop-services.ts'
import { openOffSite } from '../storage/off-site-store.ts'
import { openStorage } from '../storage/open-storage.ts'
import { EMBEDDED } from './backup-command.ts'

type Environment = Record<string, string | undefined>

export type RestoreOptions = {
  task: 'restore' | 'list' | 'drill' | 'drop-old' | 'media'
  stamp: string | null
  database: string | null
  /** URL of the server of a drill. */
  to: string | null
}

/** Resolves with 0 when what was asked for is done; says why it is not and resolves with 1 otherwise. */
export async function restore(environment: Environment, options: RestoreOptions): Promise<number> {
  const env = parseEnv(environment, ['database', 'backup', 'stack', 'storage'])
  if (!env.database.DATABASE_URL && options.task !== 'media') {
    console.error(EMBEDDED)
    return 1
  }
  const stopping = new AbortController()
  const stop = (signal: string) =>
    stopping.abort(new OperationError(`stopped by ${signal}; nothing was changed`))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))
  const ctx: BackupContext = {
    config: toBackupConfig(env.backup),
    url: new Secret(env.database.DATABASE_URL ?? ''),
    environment,
    clock: () => new Date(),
    signal: stopping.signal,
    say: (message) => console.log(message),
    warn: (message) => console.log(`warning: ${message}`),
  }
  const { task, stamp, database } = options
  try {
    if (task === 'list') return await list(ctx)
    if (task === 'drop-old') {
      const dropped = await dropKept(ctx, { database })
      for (const name of dropped) ctx.say(`${name} is gone`)
      if (dropped.length === 0) ctx.say('there is no replaced database')
      return 0
    }
    if (task === 'media') return await bringMediaBack(ctx, toStorageConfig(env.storage, env.database), stamp)
    const wish = { stamp, database }
    if (task === 'drill') return await testRestore(ctx, wish, options.to)
    const dumps = await dumpsFor(ctx, wish)
    if (dumps.some((dump) => dump.database === ctx.config.databases[0]))
      ctx.say(
        `${ctx.config.databases[0]} holds the website as well as the procurement data: both go back to ${dumps[0]!.stamp}`,
      )
    const engine = await openEngine({ environment, directory: env.stack.DEPLOY_REPO_DIR })
    const restored = await restoreDumps(ctx, { dumps, services: composeServices(engine, ctx) })
    for (const { database: name, dump, rows, tables, kept } of restored) {
      ctx.say(
        `${name} is now ${dump}: ${rows} rows in ${tables} tables${kept ? `; what it was is kept as ${kept}` : ''}`,
      )
    }
    if (restored.some(({ kept }) => kept)) ctx.say('restore --drop-old removes what is kept')
    return 0
  } catch (error) {
    console.error(describeFailure(error))
    return 1
  }
}

async function list(ctx: BackupContext) {
  const { directory, databases, offSite: config } = ctx.config
  const offSite = config && openOffSite(config)
  const elsewhere = offSite ? await listOffSite(offSite, databases).finally(() => offSite.close()) : []
  ctx.say(formatList({ dumps: await listDumps(directory, databases), elsewhere, databases, directory }))
  return 0
}

/** The dumps that are wished; what is missing here and lies in the object store is fetched first. */
async function dumpsFor(ctx: BackupContext, wish: { stamp: string | null; database: string | null }) {
  const { directory, databases, offSite: config } = ctx.config
  const here = await listDumps(directory, databases)
  try {
    return chooseDumps(here, databases, wish)
  } catch (error) {
    if (!config) throw error
    const offSite = openOffSite(config)
    const lock = lockBackupDirectory(directory)
    try {
      const elsewhere = (await listOffSite(offSite, databases)).map((it) => ({
        ...it,
        path: '',
        entry: null,
      }))
      const missing = elsewhere.filter(
        (it) =>
          !here.some((dump) => dump.stamp === it.stamp && dump.database === it.database && isGood(dump)),
      )
      const chosen = chooseDumps([...here, ...missing], databases, wish)
      for (const dump of chosen) {
        if (dump.path !== '') continue
        ctx.say(`fetching ${dump.database} of ${dump.stamp} from the object store`)
        await fetchOffSite(ctx, offSite, dump)
      }
    } finally {
      lock.release()
      offSite.close()
    }
    return chooseDumps(await listDumps(directory, databases), databases, wish)
  }
}

async function testRestore(
  ctx: BackupContext,
  wish: { stamp: string | null; database: string | null },
  to: string | null,
) {
  const dumps = await dumpsFor(ctx, wish)
  const result = await drill(ctx, { dumps, to: to === null ? null : new Secret(to) })
  const what = `${result.databases.join(' and ')} of ${result.stamp}`
  for (const role of result.missing_roles)
    ctx.warn(`the role ${role} owns things in the dump and is not on the server`)
  for (const problem of result.problems) console.error(problem)
  if (result.ok)
    ctx.say(
      `the restore of ${what} works: ${result.rows} rows in ${result.tables} tables, as in the manifest, in ${result.duration_seconds} s`,
    )
  else console.error(`the restore of ${what} does not work`)
  return result.ok ? 0 : 1
}

async function bringMediaBack(
  ctx: BackupContext,
  config: ReturnType<typeof toStorageConfig>,
  stamp: string | null,
) {
  const storage = await openStorage(config)
  const lock = lockBackupDirectory(ctx.config.directory)
  try {
    const { present, restored } = await restoreMedia(ctx, { storage, stamp })
    ctx.say(`${restored} media objects brought back, ${present} were as they should be`)
    return 0
  } finally {
    lock.release()
    storage.close()
  }
}
