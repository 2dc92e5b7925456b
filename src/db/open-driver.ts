import type { Config } from '../config/config.ts'
import { lockDirectory } from './directory-lock.ts'
import { openEmbedded } from './embedded-driver.ts'
import { openPostgres } from './postgres-driver.ts'

/** Opens the configured database. An embedded one's directory stays locked until `opened` is disposed. */
export async function openDriver(
  config: Pick<Config, 'database' | 'dataDirectory'>,
  opened: AsyncDisposableStack,
  warn: (message: string) => void = console.error,
) {
  if (config.database.kind === 'postgres') return openPostgres(config.database, warn)
  const lock = lockDirectory(config.dataDirectory)
  if (lock.warning) warn(lock.warning)
  // Postgres sets this itself, which has no effect in WebAssembly.
  process.umask(0o077)
  opened.defer(() => lock.release())
  return openEmbedded(config.database.directory)
}
