// The container engine, where it is within reach: `docker compose` in the checkout of the stack, as argument arrays.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

export type Container = { service: string; state: string; health: string; exitCode: number }

export type Engine = {
  /** Every container of the stack, those that have ended included. */
  containers(): Promise<Container[]>
  stop(services: string[]): Promise<void>
  /** Starts containers that are there; none is made anew. */
  start(services: string[]): Promise<void>
  /** What a service wrote to standard output in the last minutes. */
  log(service: string, sinceMinutes: number): Promise<string>
}

export type EngineOptions = {
  environment: Record<string, string | undefined>
  /** The checkout with `compose.yaml`. */
  directory: string
}

const ASK_MS = 15_000
const ACT_MS = 120_000

/** The engine, or why there is none. */
export async function openEngine(options: EngineOptions): Promise<Engine | { absent: string }> {
  const docker = Bun.which('docker', { PATH: options.environment.PATH ?? '' })
  if (!docker) return { absent: 'there is no docker here' }
  const isStack = await Promise.any(
    ['compose.yaml', 'compose.yml', 'docker-compose.yml'].map((name) => stat(join(options.directory, name))),
  ).catch(() => null)
  if (!isStack)
    return { absent: `${options.directory} has no compose.yaml; DEPLOY_REPO_DIR says where it is` }
  const compose = (args: string[], timeout: number) => run([docker, 'compose', ...args], options, timeout)
  try {
    await run([docker, 'version', '--format', '{{.Server.Version}}'], options, ASK_MS)
  } catch (error) {
    return { absent: `the engine does not answer: ${(error as Error).message}` }
  }
  return {
    containers: async () => parseContainers(await compose(['ps', '--all', '--format', 'json'], ASK_MS)),
    stop: async (services) => void (await compose(['stop', ...services], ACT_MS)),
    start: async (services) => void (await compose(['start', ...services], ACT_MS)),
    log: (service, minutes) =>
      compose(['logs', '--no-color', '--no-log-prefix', '--since', `${minutes}m`, service], ASK_MS),
  }
}

// An array until Compose 2.20, a line each since.
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

const INHERITED = [
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
  timeout: number,
): Promise<string> {
  const env = Object.fromEntries(
    INHERITED.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  )
  const child = Bun.spawn(command, {
    cwd: directory,
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout,
  })
  const [out, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (child.exitCode === 0) return out
  const said = complaint.trim().split('\n').at(-1)?.slice(0, 500)
  throw new Error(said || `${command.slice(1).join(' ')} ended with ${child.exitCode ?? child.signalCode}`)
}
