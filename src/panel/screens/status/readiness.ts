// The service's own report: readiness, version and figures.

import { api } from '../../app/api/api.ts'
import { auditApi } from './audit-api.ts'
import { type Figures, parseFigures } from './figures.ts'

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
  queryFn: () => auditApi.integrity(),
}
