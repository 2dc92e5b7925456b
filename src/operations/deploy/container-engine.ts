// The stack's containers by `docker compose` (argument arrays, no shell), where a Docker engine is reachable.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

export type Container = { service: string; state: string; health: string; exitCode: number }

export type Engine = {
  /** All containers of the stack, including stopped ones. */
  containers(): Promise<Container[]>
  stop(services: string[]): Promise<void>
  /** Starts existing containers; creates none. */
  start(services: string[]): Promise<void>
  /** Standard output of a service over the last minutes. */
  log(service: string, sinceMinutes: number): Promise<string>
}

export type EngineOptions = {
  environment: Record<string, string | undefined>
  /** The checkout with `compose.yaml`. */
  directory: string
}

const QUERY_TIMEOUT_MS = 15_000
const ACTION_TIMEOUT_MS = 120_000

/** Opens the engine; `absent` is the reason it is not available. */
export async function openEngine(options: EngineOptions): Promise<Engine | { absent: string }> {
  const docker = Bun.which('docker', { PATH: options.environment.PATH ?? '' })
  if (!docker) return { absent: 'docker is not installed' }
  const isStack = await Promise.any(
    ['compose.yaml', 'compose.yml', 'docker-compose.yml'].map((name) => stat(join(options.directory, name))),
  ).catch(() => null)
  if (!isStack)
    return { absent: `${options.directory} has no compose.yaml; set DEPLOY_REPO_DIR to the checkout` }
  const compose = (args: string[], timeoutMs: number) => run([docker, 'compose', ...args], options, timeoutMs)
  try {
    await run([docker, 'version', '--format', '{{.Server.Version}}'], options, QUERY_TIMEOUT_MS)
  } catch (error) {
    return { absent: `the engine does not answer: ${(error as Error).message}` }
  }
  return {
    containers: async () =>
      parseContainers(await compose(['ps', '--all', '--format', 'json'], QUERY_TIMEOUT_MS)),
    stop: async (services) => void (await compose(['stop', ...services], ACTION_TIMEOUT_MS)),
    start: async (services) => void (await compose(['start', ...services], ACTION_TIMEOUT_MS)),
    log: (service, minutes) =>
      compose(['logs', '--no-color', '--no-log-prefix', '--since', `${minutes}m`, service], QUERY_TIMEOUT_MS),
  }
}

/** Parses `docker compose ps --format json`: an array until Compose 2.20, one object per line since. */
export function parseContainers(text: string): Container[] {
  const rows: unknown[] = text.trim().startsWith('[')
    ? JSON.parse(text)
    : text.split('\n').flatMap((line) => (line.trim() ? [JSON.parse(line)] : []))
  return rows.map((row) => {
    const { Service, State, Health, ExitCode } = row as Record<string, unknown>
    return {
      service: String(Service),
      state: String(State),
      health: String(Health ?? ''),
      exitCode: Number(ExitCode ?? 0),
    }
  })
}

/** The only variables that reach `docker`: no secret of this process does. */
const INHERITED_VARIABLES = [
  'PATH',
  'HOME',
  'DOCKER_HOST',
  'DOCKER_CONFIG',
  'DOCKER_TLS_VERIFY',
  'DOCKER_CERT_PATH',
  'DOCKER_CONTEXT',
  'COMPOSE_PROJECT_NAME',
  'COMPOSE_FILE',
  'COMPOSE_PROFILES',
]

async function run(
  command: string[],
  { environment, directory }: EngineOptions,
  timeoutMs: number,
): Promise<string> {
  const env = Object.fromEntries(
    INHERITED_VARIABLES.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  )
  const child = Bun.spawn(command, {
    cwd: directory,
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: timeoutMs,
  })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (child.exitCode === 0) return stdout
  const lastLine = stderr.trim().split('\n').at(-1)?.slice(0, 500)
  const exit = child.signalCode ? `was killed by ${child.signalCode}` : `exited with ${child.exitCode}`
  throw new Error(lastLine || `${command.slice(1).join(' ')} ${exit}`)
}
