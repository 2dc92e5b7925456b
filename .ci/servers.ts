// Servers for lanes: each lane gets its own, on its own ports and in its own directory.
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createCluster, findBinaries } from '../tests/support/cluster.ts'
import { freePort } from '../tests/support/free-port.ts'
import { startPooler } from '../tests/support/pooler.ts'
import { isRoot, Missing, type Need, type Start } from './need.ts'
import { output, readExports } from './shell.ts'
import { pgBouncer, sharedFolder } from './tools.ts'

/** The binaries; tests that stop and start a server create their own. */
export const postgresPrograms: Need = {
  name: 'Postgres',
  packages: ['postgresql'],
  isInstalled: () => findBinaries() !== null,
}

export const postgres: Need = {
  ...postgresPrograms,
  async start({ directory, stops }) {
    const cluster = (await createCluster(directory))!
    stops.defer(() => cluster[Symbol.asyncDispose]())
    return { TEST_DATABASE_URL: cluster.url }
  },
}

/** Postgres with PgBouncer in transaction mode in front of it. */
export const pooledPostgres: Need = {
  name: 'PgBouncer and Postgres',
  packages: [...pgBouncer.packages, ...postgres.packages],
  isInstalled: () => pgBouncer.isInstalled() && postgres.isInstalled(),
  async start(lane) {
    const env = await postgres.start!(lane)
    const pooler = (await startPooler(env.TEST_DATABASE_URL!))!
    lane.stops.defer(() => pooler.stop())
    return { ...env, TEST_POOLER_URL: pooler.urlOf(env.TEST_DATABASE_URL!) }
  },
}

const s3Program = () => resolve(sharedFolder(), 'tools/s3-server/s3-server')

const hasS3Packages = () => Bun.which('radosgw') !== null

/** The one of $FRONTAGE_SHARED/tools/s3-server. */
export const s3Store: Need = {
  name: 'S3 server',
  packages: [],
  isInstalled: () => existsSync(s3Program()) && (isRoot() || hasS3Packages()),
  // It installs its packages itself.
  async start(lane) {
    for (const pause of PAUSES_MS) {
      try {
        return await startStore(lane)
      } catch (error) {
        console.log(`the S3 server did not start, which is tried again in ${pause / 1_000} s: ${error}`)
        await Bun.sleep(pause)
      }
    }
    if (!hasS3Packages()) throw new Missing('no S3 server: its packages could not be installed')
    return startStore(lane)
  },
}

/** Its programs sometimes miss each other on a busy machine, and another program may be installing packages. */
const PAUSES_MS = [2_000, 10_000, 30_000]

async function startStore({ directory, stops }: Start) {
  const own = {
    S3_DIR: await mkdtemp(join(directory, 's3-')),
    S3_PORT: String(await freePort()),
    S3_MON_PORT: String(await freePort()),
  }
  stops.defer(async () => void (await output([s3Program(), 'down'], own)))
  const exports = readExports(
    await output([s3Program(), 'up'], own).catch(async (error) => {
      throw new Error(`${error}${await readLogs(join(own.S3_DIR, 'log'))}`)
    }),
  )
  for (const pid of readFileSync(join(own.S3_DIR, 'pids'), 'utf8').trim().split('\n')) {
    if (!existsSync(`/proc/${pid}`))
      throw new Error(`a process of the S3 server has ended: ${own.S3_DIR}/log`)
  }
  // The fault tests pause the server.
  return { ...own, ...exports, TEST_STORAGE_SERVER: s3Program() }
}

/** The last lines of each program's log. */
async function readLogs(directory: string): Promise<string> {
  const names = await readdir(directory).catch(() => [])
  const logs = names.map(async (name) => {
    const lines = (await readFile(join(directory, name), 'utf8')).trimEnd().split('\n')
    return `\n${name}: ${lines.slice(-5).join('\n')}`
  })
  return (await Promise.all(logs)).join('')
}
