// Routine checks that ask the container engine: state of the containers, errors in the api log.
import type { Container, Engine } from '../deploy/container-engine.ts'
import type { Check } from './doctor-check.ts'

const RECENT_MINUTES = 15
const API = 'api'

type EngineOrAbsent = Engine | { absent: string }

export async function checkContainers(engine: EngineOrAbsent): Promise<Check> {
  const name = 'containers'
  if ('absent' in engine)
    return { name, status: 'needs', detail: `needs the container engine (${engine.absent})` }
  const containers = await engine.containers()
  if (containers.length === 0) return { name, status: 'failed', detail: 'no containers are running' }
  const problems = containers.flatMap((container) => problemOf(container) ?? [])
  if (problems.length > 0) return { name, status: 'failed', detail: problems.join(', ') }
  return { name, status: 'ok', detail: `${containers.length} up and healthy` }
}

// A container that exited with 0, such as a migration, has done its work.
function problemOf({ service, state, health, exitCode }: Container): string | null {
  if (state === 'exited' && exitCode === 0) return null
  if (state !== 'running')
    return `${service} is ${state}${state === 'exited' ? ` with code ${exitCode}` : ''}`
  return health === '' || health === 'healthy' ? null : `${service} is ${health}`
}

/** Looks for lines of level `error` and `fatal`; lines that are not JSON are ignored. */
export async function checkApiLog(engine: EngineOrAbsent): Promise<Check> {
  const name = 'api log'
  if ('absent' in engine)
    return { name, status: 'needs', detail: `needs the container engine (${engine.absent})` }
  const errors = errorsIn(await engine.log(API, RECENT_MINUTES))
  const last = errors.at(-1)
  if (!last) return { name, status: 'ok', detail: `no errors in ${RECENT_MINUTES} minutes` }
  const where = [last.method, last.route, last.http_status].filter(Boolean).join(' ')
  return {
    name,
    status: 'failed',
    detail: `${errors.length} errors in ${RECENT_MINUTES} minutes, last: ${last.msg}${where && ` (${where})`}`,
  }
}

type Line = { level?: unknown; msg?: unknown; method?: unknown; route?: unknown; http_status?: unknown }

export function errorsIn(log: string): Line[] {
  return log.split('\n').flatMap((text) => {
    try {
      const line = JSON.parse(text) as Line | null
      return line?.level === 'error' || line?.level === 'fatal' ? [line] : []
    } catch {
      return []
    }
  })
}
