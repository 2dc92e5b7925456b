// pg_dump and pg_restore: finding versions that fit the server, and running them.
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

export type Tools = { version: string; major: number; dump: string; restore: string }

/** A failure whose message is a sentence for the operator. */
export class OperationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OperationError'
  }
}

/** The folder in which Debian's packages install the programs of each version. */
const DEBIAN = '/usr/lib/postgresql'

/**
 * `pg_dump` and `pg_restore` for a server of this major version: the same version, or else the next newer one, since an
 * older client cannot dump a newer server. Throws `OperationError` with what to install.
 */
export async function findTools(serverMajor: number, path: string, debian = DEBIAN): Promise<Tools> {
  const versions = await readdir(debian).catch(() => [])
  // These before PATH: Debian's `/usr/bin/pg_dump` is a wrapper that picks a version at every call.
  const found = await installed(versions.map((version) => join(debian, version, 'bin')))
  const same = found.find(({ major }) => major === serverMajor)
  if (same) return same
  found.push(...(await installed(path.split(delimiter).filter(Boolean))))
  if (found.length === 0)
    throw new OperationError(
      `pg_dump and pg_restore are not installed; install the client of Postgres ${serverMajor}`,
    )
  const [best] = found.filter(({ major }) => major >= serverMajor).sort((a, b) => a.major - b.major)
  if (best) return best
  const newest = Math.max(...found.map(({ major }) => major))
  throw new OperationError(
    `pg_dump ${newest} is older than the server, which is Postgres ${serverMajor}; install the client of Postgres ${serverMajor}`,
  )
}

async function installed(directories: string[]): Promise<Tools[]> {
  const tools = await Promise.all(
    [...new Set(directories)].map(async (directory): Promise<Tools[]> => {
      const [dump, restore] = [join(directory, 'pg_dump'), join(directory, 'pg_restore')]
      const [version, other] = await Promise.all([versionOf(dump), versionOf(restore)])
      if (version === null || version !== other) return []
      return [{ version, major: Number.parseInt(version, 10), dump, restore }]
    }),
  )
  return tools.flat()
}

async function versionOf(program: string): Promise<string | null> {
  try {
    const child = Bun.spawn([program, '--version'], {
      stdout: 'pipe',
      stderr: 'ignore',
      stdin: 'ignore',
      timeout: 10_000,
    })
    const text = await new Response(child.stdout).text()
    return (await child.exited) === 0 ? (/\(PostgreSQL\) (\S+)/.exec(text)?.[1] ?? null) : null
  } catch {
    return null
  }
}

/** Characters kept of a program's standard error. */
const MAX_ERROR_TEXT = 4_000

type Run = { command: string[]; env: Record<string, string>; signal: AbortSignal | null }

/** Runs a program and returns its standard output; throws `OperationError` with its standard error when it fails. */
export async function runTool({ command, env, signal }: Run): Promise<string> {
  signal?.throwIfAborted()
  const child = Bun.spawn(command, {
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    ...(signal && { signal, killSignal: 'SIGTERM' }),
  })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  signal?.throwIfAborted()
  if (child.exitCode === 0) return stdout
  const program = command[0]!.split('/').at(-1)
  throw new OperationError(
    stderr.trim().slice(-MAX_ERROR_TEXT) || `${program} exited with ${child.exitCode ?? child.signalCode}`,
  )
}

const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'PGPASSWORD', 'PGPASSFILE', 'PGSSLROOTCERT']

/** The environment of a program: selected variables of ours, English messages, and the variables of the server. */
export function toolEnvironment(
  environment: Record<string, string | undefined>,
  server: Record<string, string> = {},
): Record<string, string> {
  const inherited = Object.fromEntries(
    INHERITED.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  )
  return { ...inherited, LC_ALL: 'C', ...server }
}
