import type { Config } from '../config/config.ts'
import { lockDirectory } from './directory-lock.ts'
import { openPostgres } from './postgres-driver.ts'

/**
 * Opens the configured database. An embedded one's directory stays locked until `opened` is disposed; PGlite is only loaded
 * for it, because it takes 19 MB of memory and 60 ms of the start.
 */
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
  const { openEmbedded } = await import('./embedded-driver.ts')
  return openEmbedded(config.database.directory, config.database.deadlineMs)
}
