// Several instances of the service on one database, with or without notifications, and with faults.
import { createApp } from '../../../src/app.ts'
import { createDeps, type Deps } from '../../../src/deps.ts'
import { toConfig } from '../../../src/platform/config/config.ts'
import { parseEnv, SERVICE } from '../../../src/platform/config/env.ts'
import { Secret } from '../../../src/platform/config/secret.ts'
import type { Driver } from '../../../src/platform/db/database.ts'
import { openPostgres } from '../../../src/platform/db/postgres-driver.ts'
import { createLog } from '../../../src/platform/log.ts'
import { type WatchedDriver, type Watching, watch } from '../../platform/db/watched-driver.ts'
import { quickPasswords } from '../../support/accounts.ts'
import { type Client, clientOf, peerOfTest } from '../../support/app.ts'
import { checkConformance } from '../../support/conformance.ts'
import { PATIENCE_MS } from '../../support/eventually.ts'

export type Site = WatchedDriver & {
  deps: Deps
  app: ReturnType<typeof createApp>
  anyone: Client
  close(): Promise<void>
}

/**
 * Another instance of the service, with its own connections unless the database is embedded. `anyContent`: answers need
 * not conform to the OpenAPI document, because plain SQL can store values that no client could.
 */
export async function openSite(
  database: { driver: Driver; url: string | null },
  options: Watching & { clock?: () => Date; deadlineMs?: number; anyContent?: true; memoryMb?: number } = {},
): Promise<Site> {
  const { url } = database
  const { clock = () => new Date(), deadlineMs = PATIENCE_MS } = options
  const inner = url ? openPostgres({ url: new Secret(url), poolSize: 4, deadlineMs }) : database.driver
  const watched = watch(inner, { ...options, closes: url !== null })
  const env = {
    JWT_SECRET: 'a test key that is longer than 32 bytes',
    ...(options.memoryMb && { SNAPSHOT_MEMORY_MB: String(options.memoryMb) }),
  }
  const config = toConfig(parseEnv(env, SERVICE))
  const log = createLog('silent')
  const overrides = { driver: watched.driver, deadlineMs, clock, log, passwords: quickPasswords }
  const deps = await createDeps(config, overrides)
  const made = createApp(deps, peerOfTest)
  const app = options.anyContent ? made : checkConformance(made)
  return Object.assign(watched, {
    deps,
    app,
    anyone: clientOf(app, null),
    close: () => deps[Symbol.asyncDispose](),
  })
}
