// Finds the process that listens on a port, as far as this user may see it.
import { readdir, readFile, readlink } from 'node:fs/promises'

/** A process as `4711 (bun src/main.ts serve)`, or null. */
export async function findPortOwner(port: number): Promise<string | null> {
  return (await findInProc(port).catch(() => null)) ?? (await findWithLsof(port).catch(() => null))
}

const LISTENING = '0A'

// Linux: /proc/net/tcp names the inode of each socket, and each process has links to its sockets.
async function findInProc(port: number): Promise<string | null> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
  )
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const sockets = new Set(
    tables
      .flatMap((table) => table.split('\n').slice(1))
      .map((row) => row.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(suffix) && state === LISTENING)
      .map((columns) => `socket:[${columns[9]}]`),
  )
  if (sockets.size === 0) return null
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const files = await readdir(`/proc/${id}/fd`).catch(() => [])
    for (const file of files) {
      const target = await readlink(`/proc/${id}/fd/${file}`).catch(() => '')
      if (sockets.has(target)) return describe(id, await readFile(`/proc/${id}/cmdline`, 'utf8'))
    }
  }
  return null
}

// macOS and other systems without /proc.
async function findWithLsof(port: number): Promise<string | null> {
  if (!Bun.which('lsof')) return null
  const lsof = Bun.spawn(['lsof', '-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], {
    stdout: 'pipe',
    stderr: 'ignore',
    timeout: 2_000,
  })
  const fields = (await new Response(lsof.stdout).text()).split('\n')
  const [id, command] = ['p', 'c'].map((letter) => fields.find((field) => field.startsWith(letter))?.slice(1))
  return id ? describe(id, command ?? '') : null
}

const MAX_COMMAND = 80

// Only the program and its command: arguments may hold secrets.
function describe(id: string, commandLine: string) {
  const [program = '', ...args] = commandLine.split('\0').filter(Boolean)
  const words = [program.split('/').at(-1), ...args.filter((arg) => /^[\w./-]+$/.test(arg)).slice(0, 2)]
  const command = words.filter(Boolean).join(' ').slice(0, MAX_COMMAND)
  return command ? `${id} (${command})` : id
}
