import { toDatabaseConfig } from '../platform/config/config.ts'
import { parseEnv } from '../platform/config/env.ts'
import { openDriver } from '../platform/db/open-driver.ts'

/** Applies pending migrations. */
export async function migrate(environment: Record<string, string | undefined>) {
  const { database } = parseEnv(environment, ['database'])
  await using opened = new AsyncDisposableStack()
  const driver = await openDriver(
    { database: toDatabaseConfig(database), dataDirectory: database.DATA_DIR },
    opened,
  )
  opened.defer(() => driver.close())
  await driver.migrate()
  console.log('The database is up to date.')
  return 0
}
