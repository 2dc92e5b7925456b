// `http_requests_total` and `http_request_duration_seconds` by method, route template and status: @hono/prometheus on
// the routes, and a count in place for routes served from memory, where its labels take 2.1 of 12.6 µs.
import { prometheus } from '@hono/prometheus'
import type { Context, MiddlewareHandler } from 'hono'
import type { Counter, Histogram, Registry } from 'prom-client'
import { routeOf } from './caching-router.ts'
import type { AppContext, AppEnv } from './requests/app-env.ts'

export type HttpMetrics = {
  /** Writes all metrics of the registry in the Prometheus text format. */
  printMetrics(c: AppContext, headers: Record<string, string>): Promise<Response>
  registerMetrics: MiddlewareHandler<AppEnv>
  /** Counts a request that does not pass through `registerMetrics`. */
  countRequest(method: string, route: string, status: number, seconds: number): void
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Status of a request whose client disconnected first (nginx's 499). */
export const CLIENT_CLOSED_REQUEST = 499
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Adds the HTTP metrics to the registry, which can only have them once. */
export function createHttpMetrics(registry: Registry): HttpMetrics {
  // These override the labels of the same name.
  const customLabels = {
    method: (c: Context) => methodLabel(c.env.method),
    route: (c: Context) => routeOf(c),
    status: (c: Context) => String(c.env.request.signal.aborted ? CLIENT_CLOSED_REQUEST : c.res.status),
  }
  const requestDuration = { customLabels, buckets: BUCKETS }
  const { printMetrics, registerMetrics } = prometheus({
    registry,
    metricOptions: { requestsTotal: { customLabels }, requestDuration },
  })
  return {
    async printMetrics(c, headers) {
      const response = await printMetrics(c)
      for (const [name, value] of Object.entries({ ...headers, 'Content-Type': registry.contentType }))
        response.headers.set(name, value)
      return response
    },
    registerMetrics,
    countRequest: createCounter(registry),
  }
}

type Labels = { method: string; route: string; status: string; ok: string }
/** The stored values of one series as prom-client 15 keeps them; a test fails when that changes. */
type Series = {
  labels: Labels
  value: number
  sum: number
  count: number
  bucketValues: Record<number, number>
}

function createCounter(registry: Registry): HttpMetrics['countRequest'] {
  const requests = registry.getSingleMetric('http_requests_total') as Counter
  const durations = registry.getSingleMetric('http_request_duration_seconds') as Histogram
  const known = new Map<string, { total: Series; duration: Series }>()

  function addSeries(labels: Labels) {
    requests.inc(labels, 0)
    if (!seriesOf(durations, labels)) durations.zero(labels)
    return { total: seriesOf(requests, labels)!, duration: seriesOf(durations, labels)! }
  }

  return (method, route, status, seconds) => {
    const key = `${method} ${status} ${route}`
    let series = known.get(key)
    if (!series) {
      const label = methodLabel(method)
      const labels = {
        method: label,
        route,
        status: String(status),
        ok: String(status >= 200 && status < 300),
      }
      // Methods are client-controlled; only the known ones have entries of their own.
      const name = `${label} ${status} ${route}`
      series = known.get(name) ?? addSeries(labels)
      known.set(name, series)
    }
    series.total.value++
    series.duration.count++
    series.duration.sum += seconds
    for (const bound of BUCKETS) {
      if (seconds > bound) continue
      series.duration.bucketValues[bound]!++
      break
    }
  }
}

function seriesOf(metric: Counter | Histogram, wanted: Labels): Series | undefined {
  const { hashMap } = metric as unknown as { hashMap: Record<string, Series> }
  const names = Object.keys(wanted) as (keyof Labels)[]
  return Object.values(hashMap).find(({ labels }) => names.every((name) => labels[name] === wanted[name]))
}

const methodLabel = (method: string) => (METHODS.has(method) ? method : 'OTHER')
