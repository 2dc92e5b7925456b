import { toDatabaseConfig, toStorageConfig, toTrashKeepMs } from '../platform/config/config.ts'
import { parseEnv } from '../platform/config/env.ts'
import { createDatabase, type Database, type Driver } from '../platform/db/database.ts'
import { openDriver } from '../platform/db/open-driver.ts'
import { openStorage } from '../platform/storage/open-storage.ts'

/** Opens the configured database, migrated, and object store for a command that works on all content. */
export async function openSite(
  environment: Record<string, string | undefined>,
  opened: AsyncDisposableStack,
) {
  const env = parseEnv(environment, ['database', 'storage', 'site', 'server', 'trash'])
  const driver = await openDriver(
    { database: toDatabaseConfig(env.database), dataDirectory: env.database.DATA_DIR },
    opened,
  )
  const database = withLongTransactions(driver)
  opened.defer(() => database.close())
  await database.migrate()
  const storage = await openStorage(toStorageConfig(env.storage, env.database))
  opened.defer(() => storage.close())
  await storage.prepare()
  const siteUrl = env.site.SITE_URL ?? `http://localhost:${env.server.PORT}`
  return {
    database,
    storage,
    siteUrl,
    trashKeepMs: toTrashKeepMs(env.trash),
    mediaBase: env.site.MEDIA_PUBLIC_BASE ?? siteUrl,
    languages: [env.site.SITE_PRIMARY_LANGUAGE, 'en'] as const,
  }
}

/**
 * A database whose transactions may take longer than a request's: they are neither limited nor repeated. The statement
 * timeout still applies.
 */
export function withLongTransactions(driver: Driver): Database {
  return {
    ...createDatabase(driver),
    transaction: (run) => driver.drizzle.transaction(run),
    readConsistently: (run) =>
      driver.drizzle.transaction((tx) => run(tx, () => {}), {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      }),
  }
}
