// What only the container engine knows: whether everything runs, and what the api complained of.
import type { Container, Engine } from '../deploy/container-engine.ts'
import type { Check } from './doctor-check.ts'

const RECENT_MINUTES = 15
const API = 'api'

type Found = Engine | { absent: string }

export async function checkContainers(engine: Found): Promise<Check> {
  const name = 'containers'
  if ('absent' in engine) return { name, status: 'needs', detail: `needs the engine (${engine.absent})` }
  const containers = await engine.containers()
  if (containers.length === 0) return { name, status: 'failed', detail: 'there are none' }
  const wrong = containers.flatMap((container) => complaintOf(container) ?? [])
  if (wrong.length > 0) return { name, status: 'failed', detail: wrong.join(', ') }
  return { name, status: 'ok', detail: `${containers.length} up and healthy` }
}

// What has done its work and ended with 0, such as a migration, is as it should be.
function complaintOf({ service, state, health, exitCode }: Container): string | null {
  if (state === 'exited' && exitCode === 0) return null
  if (state !== 'running') return `${service} is ${state}${state === 'exited' ? ` with ${exitCode}` : ''}`
  return health === '' || health === 'healthy' ? null : `${service} is ${health}`
}

/** Lines of level `error` and `fatal`; what is no JSON line is not ours to judge. */
export async function checkApiLog(engine: Found): Promise<Check> {
  const name = 'api log'
  if ('absent' in engine) return { name, status: 'needs', detail: `needs the engine (${engine.absent})` }
  const errors = errorsIn(await engine.log(API, RECENT_MINUTES))
  const last = errors.at(-1)
  if (!last) return { name, status: 'ok', detail: `no errors in ${RECENT_MINUTES} minutes` }
  const where = [last.method, last.route, last.http_status].filter(Boolean).join(' ')
  return {
    name,
    status: 'failed',
    detail: `${errors.length} errors in ${RECENT_MINUTES} minutes, the last: ${last.msg}${where && ` (${where})`}`,
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
