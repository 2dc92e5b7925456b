// A throwaway Postgres server that a test or benchmark may stop and start; null where the binaries are not installed.
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const DEBIAN = '/usr/lib/postgresql'

export type Cluster = {
  url: string
  version: string
  start(): Promise<void>
  /** `fast` closes the connections, `immediate` simulates a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a new server on a free port with an empty database `frontage` and without fsync. */
export async function createCluster(): Promise<Cluster | null> {
  const binaries = findBinaries()
  if (!binaries) return null
  const directory = mkdtempSync(join(tmpdir(), 'frontage-cluster-'))
  // Postgres does not run as root.
  const isRoot = process.getuid?.() === 0
  const asOwner = isRoot ? asPostgres() : []
  if (isRoot) {
    const owner = Number((await output(['id', '-u', 'postgres'])).trim())
    chownSync(directory, owner, -1)
  }
  const run = (command: string, ...args: string[]) =>
    output([...asOwner, join(binaries, command), ...args], '/')
  const data = join(directory, 'data')
  const port = await freePort()
  await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8')
  const settings = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    '-c unix_socket_directories=',
    '-c fsync=off',
    '-c max_connections=200',
  ]
  const control = (...args: string[]) => run('pg_ctl', '-D', data, '-w', ...args)
  const start = async () => {
    await control('-l', join(directory, 'log'), '-o', settings.join(' '), 'start')
  }
  let isRunning = true
  await start()
  const base = `postgres://postgres@127.0.0.1:${port}`
  await run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', 'frontage')
  return {
    url: `${base}/frontage`,
    version: (await run('postgres', '--version')).trim(),
    async start() {
      if (!isRunning) await start()
      isRunning = true
    },
    async stop(mode) {
      if (isRunning) await control('-m', mode, 'stop')
      isRunning = false
    },
    async [Symbol.asyncDispose]() {
      if (isRunning) await control('-m', 'immediate', 'stop')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Prefix of a command that root runs as the user `postgres`. */
export function asPostgres(): string[] {
  // A PATH without sbin is common, also for root.
  const runuser = Bun.which('runuser', { PATH: `${process.env.PATH}:/usr/sbin:/sbin` })
  if (!runuser) throw new Error('runuser is not installed (Debian package util-linux)')
  return [runuser, '-u', 'postgres', '--']
}

/** Directory of the newest Postgres binaries on this machine, or null. */
function findBinaries(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(a) - Number(b)) : []
  const found = versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .filter((path) => existsSync(join(path, 'initdb')))
  const onPath = Bun.which('initdb')
  return found.at(-1) ?? (onPath && join(onPath, '..'))
}

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function output(command: string[], cwd = '.'): Promise<string> {
  // The server inherits the standard output of `pg_ctl`, so reading the pipe to its end would never return.
  const child = Bun.spawn(command, { cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  if (command.includes('start')) {
    if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed`)
    return ''
  }
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(`${command.join(' ')} exited with ${code}: ${err}`)
  return out
}
