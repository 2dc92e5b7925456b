// Installations of the service that are described by their environment, as for a command: embedded ones in a directory of
// their own, and with TEST_DATABASE_URL ones on a Postgres server; with TEST_STORAGE_* media is in a bucket.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../../src/app.ts'
import { exportSite } from '../../../src/commands/export-command.ts'
import { importSite } from '../../../src/commands/import-command.ts'
import { createDeps, type Deps } from '../../../src/deps.ts'
import { toConfig } from '../../../src/platform/config/config.ts'
import { parseEnv, SERVICE } from '../../../src/platform/config/env.ts'
import { createLog } from '../../../src/platform/log.ts'
import { addFirstAdmin, quickPasswords } from '../../support/accounts.ts'
import { ADMIN, type Client, clientOf, peerOfTest, tokenOf } from '../../support/app.ts'
import { collectOutput } from '../../support/collect-output.ts'
import { createEmptyDatabase } from '../../support/database.ts'
import { PATIENT } from '../../support/service.ts'
import { s3Config } from '../../support/storage.ts'

export type Environment = Record<string, string>

const cleanups: (() => Promise<unknown>)[] = []

export async function cleanUp() {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}

export async function createDirectory() {
  const directory = await mkdtemp(join(tmpdir(), 'frontage-transfer-'))
  cleanups.push(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** An empty installation with the embedded database. */
export async function embedded(): Promise<Environment> {
  const s3 = s3Config()
  return {
    DATA_DIR: join(await createDirectory(), 'data'),
    JWT_SECRET: 'a test key that is longer than 32 bytes',
    SITE_URL: 'https://www.example.com',
    ...PATIENT,
    ...(s3 && {
      STORAGE_ENDPOINT: s3.endpoint,
      STORAGE_REGION: s3.region,
      STORAGE_BUCKET: s3.bucket,
      STORAGE_ACCESS_KEY: s3.accessKey.reveal(),
      STORAGE_SECRET_KEY: s3.secretKey.reveal(),
    }),
  }
}

/** An empty installation on the Postgres server, or another embedded one without a server. */
export async function onServer(): Promise<Environment> {
  const environment = await embedded()
  const database = await createEmptyDatabase()
  if (!database) return environment
  cleanups.push(() => database.drop())
  return { ...environment, DATABASE_URL: database.url }
}

type Running = { deps: Deps; admin: Client; anyone: Client; app: ReturnType<typeof createApp> }

/** Runs the service of an installation for as long as `use` takes. */
export async function withService<T>(environment: Environment, use: (service: Running) => Promise<T>) {
  const config = toConfig(parseEnv(environment, SERVICE))
  await using deps = await createDeps(config, { log: createLog('silent'), passwords: quickPasswords })
  await addFirstAdmin(deps.auth, ADMIN)
  const app = createApp(deps, peerOfTest)
  const result = await use({
    deps,
    app,
    admin: clientOf(app, await tokenOf(app, ADMIN)),
    anyone: clientOf(app, null),
  })
  await deps.searchIndex.settled()
  return result
}

/** The body of `GET /api/site`. */
export const siteOf = (environment: Environment) =>
  withService(environment, async ({ app }) => (await app.request('/api/site')).text())

type Options = {
  environment: Environment
  path: string
  withForms?: boolean
  dryRun?: boolean
  maxGb?: number
  service?: { url: string; email: string } | null
  isTTY?: boolean
}

export const runExport = (options: Options) => run(exportSite, options)
export const runImport = (options: Options) => run(importSite, options)

async function run(command: typeof importSite, options: Options) {
  const { out, output } = collectOutput()
  const defaults = { withForms: false, dryRun: false, service: null, isTTY: false }
  const code = await command({ ...defaults, ...options, out })
  return { code, output: output() }
}
