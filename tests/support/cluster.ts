// A throwaway Postgres server that a test or benchmark may stop and start; null where the binaries are not installed.
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

const DEBIAN = '/usr/lib/postgresql'

export type Cluster = {
  url: string
  version: string
  start(): Promise<void>
  /** `fast` closes the connections, `immediate` simulates a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  /** Stops all processes of the server as they are (SIGSTOP) until `resume`. */
  pause(): void
  resume(): void
  /** Whether the server accepts connections. */
  isAnswering(): Promise<boolean>
  /** Starts a copy that follows this server; from now on each commit waits until the copy has it. */
  addStandby(): Promise<Standby>
  [Symbol.asyncDispose](): Promise<void>
}

export type Standby = Pick<Cluster, 'url' | 'stop'> & {
  /** Ends recovery: the copy takes writes. */
  promote(): Promise<void>
}

/**
 * Starts a new server on a free port with an empty database `frontage`, in a folder of `within`; without fsync unless it
 * is `durable`.
 */
export async function createCluster(within = tmpdir(), { durable = false } = {}): Promise<Cluster | null> {
  const binaries = findBinaries()
  if (!binaries) return null
  const directory = mkdtempSync(join(within, 'frontage-cluster-'))
  // Postgres does not run as root.
  const isRoot = process.getuid?.() === 0
  const asOwner = isRoot ? asPostgres() : []
  if (isRoot) {
    const owner = Number((await output(['id', '-u', 'postgres'])).trim())
    chownSync(directory, owner, -1)
  }
  const run = (command: string, ...args: string[]) =>
    output([...asOwner, join(binaries, command), ...args], '/')
  const primary = await server('data')
  await run('initdb', '-D', primary.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8')
  await primary.start()
  const login = (port: number) => ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
  await run('createdb', ...login(primary.port), 'frontage')
  const servers = [primary]

  async function server(name: string) {
    const data = join(directory, name)
    const port = await freePort()
    const settings = [
      `-p ${port}`,
      '-c listen_addresses=127.0.0.1',
      '-c unix_socket_directories=',
      `-c fsync=${durable ? 'on' : 'off'}`,
      '-c max_connections=300',
    ]
    const control = (...args: string[]) => run('pg_ctl', '-D', data, '-w', ...args)
    let isRunning = false
    return {
      data,
      port,
      control,
      url: `postgres://postgres@127.0.0.1:${port}/frontage`,
      async start() {
        if (!isRunning) await control('-l', join(directory, `${name}.log`), '-o', settings.join(' '), 'start')
        isRunning = true
      },
      async stop(mode: 'fast' | 'immediate') {
        const wasRunning = isRunning
        // The server has given up by itself if that fails.
        isRunning = false
        if (wasRunning) await control('-m', mode, 'stop')
      },
    }
  }

  const signalAll = (signal: NodeJS.Signals) => {
    const [main] = readFileSync(join(primary.data, 'postmaster.pid'), 'utf8').split('\n').map(Number)
    process.kill(main!, signal)
    for (const pid of childrenOf(main!)) signalIfAlive(pid, signal)
  }

  return {
    url: primary.url,
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    isAnswering: () =>
      run('pg_isready', '-h', '127.0.0.1', '-p', String(primary.port)).then(
        () => true,
        () => false,
      ),
    version: (await run('postgres', '--version')).trim(),
    start: primary.start,
    stop: primary.stop,
    async addStandby() {
      const standby = await server('standby')
      servers.push(standby)
      const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`
      await run('pg_basebackup', '-d', source, '-D', standby.data, '-R', '-X', 'stream', '-c', 'fast')
      await standby.start()
      const psql = (statement: string) =>
        run('psql', ...login(primary.port), '-d', 'frontage', '-qAtc', statement)
      await psql("alter system set synchronous_standby_names = 'standby'")
      await psql('select pg_reload_conf()')
      while ((await psql('select sync_state from pg_stat_replication')).trim() !== 'sync') await Bun.sleep(50)
      return {
        url: standby.url,
        stop: standby.stop,
        promote: async () => void (await standby.control('promote')),
      }
    },
    async [Symbol.asyncDispose]() {
      for (const { stop } of servers) await stop('immediate')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The process of a session may have ended since it was listed. */
function signalIfAlive(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** Prefix of a command that root runs as the user `postgres`. */
export function asPostgres(): string[] {
  // A PATH without sbin is common, also for root.
  const runuser = Bun.which('runuser', { PATH: `${process.env.PATH}:/usr/sbin:/sbin` })
  if (!runuser) throw new Error('runuser is not installed (Debian package util-linux)')
  return [runuser, '-u', 'postgres', '--']
}

/** Directory of the newest Postgres binaries on this machine, or null. */
export function findBinaries(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(a) - Number(b)) : []
  const found = versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .filter((path) => existsSync(join(path, 'initdb')))
  const onPath = Bun.which('initdb')
  return found.at(-1) ?? (onPath && join(onPath, '..'))
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
