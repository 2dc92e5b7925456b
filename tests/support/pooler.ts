// PgBouncer in transaction mode in front of a test server; null where it is not installed.
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { asPostgres } from './cluster.ts'
import { freePort } from './free-port.ts'

export type Pooler = {
  /** The URL given, with the pooler's address. */
  urlOf(url: string): string
  stop(): Promise<void>
}

const SBIN = '/usr/sbin:/sbin'

/** Starts PgBouncer on a free port for every database on the server of `url`, which must not ask for a password. */
export async function startPooler(url: string): Promise<Pooler | null> {
  const binary = Bun.which('pgbouncer', { PATH: `${process.env.PATH}:${SBIN}` })
  if (!binary) return null
  const { hostname, port: serverPort, username } = new URL(url)
  const port = await freePort()
  const directory = mkdtempSync(join(tmpdir(), 'frontage-pooler-'))
  const users = join(directory, 'users.txt')
  const file = join(directory, 'pgbouncer.ini')
  writeFileSync(users, `"${username}" ""\n`)
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_login_retry = 1
log_connections = 0
log_disconnections = 0
`,
  )
  // PgBouncer, like Postgres, does not run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [directory, users, file]) chownSync(path, await idOf('postgres'), -1)
  const child = Bun.spawn([...(isRoot ? asPostgres() : []), binary, '--quiet', file], {
    cwd: '/',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const urlOf = (target: string) => {
    const pooled = new URL(target)
    pooled.host = `127.0.0.1:${port}`
    return pooled.href
  }
  await waitFor(urlOf(url))
  return {
    urlOf,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function idOf(user: string) {
  return Number(await Bun.$`id -u ${user}`.text())
}

async function waitFor(url: string) {
  const sql = postgres(url, { max: 1, prepare: false, onnotice: () => {} })
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`select 1`
      break
    } catch (error) {
      if (attempt === 50) throw error
      await Bun.sleep(100)
    }
  }
  await sql.end({ timeout: 1 })
}
