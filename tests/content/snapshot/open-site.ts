// The service on one database as many times as a test wants: replicas, with or without announcements, and faults.
import { createApp } from '../../../src/app.ts'
import { toConfig } from '../../../src/config/config.ts'
import { parseEnv, SERVICE } from '../../../src/config/env.ts'
import { Secret } from '../../../src/config/secret.ts'
import type { Driver } from '../../../src/db/database.ts'
import { openPostgres } from '../../../src/db/postgres-driver.ts'
import { createDeps, type Deps } from '../../../src/deps.ts'
import { createLog } from '../../../src/log.ts'
import { type WatchedDriver, type Watching, watch } from '../../db/watched-driver.ts'
import { type Client, clientOf, peerOfTest } from '../../support/app.ts'
import { checkConformance } from '../../support/conformance.ts'

export type Site = WatchedDriver & {
  deps: Deps
  app: ReturnType<typeof createApp>
  anyone: Client
  close(): Promise<void>
}

/**
 * One more process's view of the database: connections of its own on a server, the same ones where it is embedded.
 * `anyContent`: plain SQL may leave what no client could have sent, so that answers need not fit the OpenAPI document.
 */
export async function openSite(
  database: { driver: Driver; url: string | null },
  options: Watching & { clock?: () => Date; anyContent?: true } = {},
): Promise<Site> {
  const { url } = database
  const inner = url ? openPostgres({ url: new Secret(url), poolSize: 4 }) : database.driver
  const watched = watch(inner, { ...options, closes: url !== null })
  const env = { JWT_SECRET: 'a test key that is longer than 32 bytes' }
  const config = toConfig(parseEnv(env, SERVICE))
  const { clock = () => new Date() } = options
  const deps = await createDeps(config, { driver: watched.driver, clock, log: createLog('silent') })
  const made = createApp(deps, peerOfTest)
  const app = options.anyContent ? made : checkConformance(made)
  return Object.assign(watched, {
    deps,
    app,
    anyone: clientOf(app, null),
    close: () => deps[Symbol.asyncDispose](),
  })
}

/** Waits until `holds`, asking all the time; throws when a busy machine is no excuse. Gives back how long it took. */
export async function eventually(
  holds: () => Promise<boolean> | boolean,
  milliseconds = 3_000,
): Promise<number> {
  const start = performance.now()
  for (;;) {
    if (await holds()) return performance.now() - start
    const waited = performance.now() - start
    if (waited > milliseconds) throw new Error(`still not so after ${Math.round(waited)} ms: ${holds}`)
    await Bun.sleep(2)
  }
}
