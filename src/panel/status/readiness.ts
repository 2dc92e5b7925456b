// What the service says about itself: readiness, version and figures.
import { api } from '../api/api.ts'

export type Readiness = {
  status: 'ready' | 'degraded'
  checks: Record<string, boolean>
  milliseconds: number
}

/** A degraded service answers 503 with the same document. */
async function readReadiness(): Promise<Readiness> {
  const start = performance.now()
  const response = await fetch('/health/ready', { cache: 'no-store' })
  const body = (await response.json()) as Pick<Readiness, 'status' | 'checks'>
  return { ...body, milliseconds: Math.round(performance.now() - start) }
}

export const readinessQuery = {
  queryKey: ['readiness'],
  queryFn: readReadiness,
  refetchInterval: 30_000,
}

export type Figures = { startedAt: string | null; memory: number | null; requests: number; failures: number }

/** Picks some figures from the Prometheus text of `/metrics`. */
export function parseFigures(text: string): Figures {
  let [requests, failures] = [0, 0]
  let started: number | null = null
  let memory: number | null = null
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = /^(\w+)(\{.*\})? (\S+)$/.exec(line) ?? []
    if (name === 'process_start_time_seconds') started = Number(value)
    else if (name === 'process_resident_memory_bytes') memory = Number(value)
    else if (name === 'http_requests_total') {
      requests += Number(value)
      if (/status="5\d\d"/.test(labels)) failures += Number(value)
    }
  }
  const startedAt = started === null ? null : new Date(started * 1_000).toISOString()
  return { startedAt, memory, requests, failures }
}

/** Null where a proxy keeps the metrics from the public. */
export const figuresQuery = {
  queryKey: ['figures'],
  queryFn: async (): Promise<Figures | null> => {
    const response = await fetch('/metrics', { cache: 'no-store' })
    return response.ok ? parseFigures(await response.text()) : null
  },
}

export const configQuery = { queryKey: ['client-config'], queryFn: () => api.clientConfig() }
export const integrityQuery = {
  queryKey: ['audit-integrity'],
  queryFn: () => api.procurement.audit.integrity(),
}
