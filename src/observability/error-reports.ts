// Unexpected errors to an error tracker that speaks Sentry's protocol (GlitchTip does). The SDK's client alone, without
// `init`: no global hooks, no breadcrumbs, no tracing, nothing of the request but its id. Loaded only where it is used.
import type { BunClient } from '@sentry/bun'
import type { Secret } from '../config/secret.ts'
import { driverError } from '../db/database-errors.ts'

/** Where an error happened, in words that hold nothing of what was sent. */
export type Circumstances = { requestId?: string; method?: string; route?: string }

export type ErrorReports = {
  /** Sends in the background; a tracker that is away costs nothing. */
  report(error: unknown, circumstances?: Circumstances): void
  /** Waits up to two seconds for what is on its way. */
  close(): Promise<void>
}

const FLUSH_MS = 2_000

/** Reports to `dsn`; without one nothing is sent. */
export async function createErrorReports(options: {
  dsn: Secret | null
  commit: string
}): Promise<ErrorReports> {
  if (!options.dsn) return { report() {}, close: async () => {} }
  const { BunClient, Scope, defaultStackParser, makeFetchTransport } = await import('@sentry/bun')
  const client: BunClient = new BunClient({
    dsn: options.dsn.reveal(),
    release: options.commit,
    // In place of the machine's name.
    serverName: 'frontage',
    stackParser: defaultStackParser,
    transport: makeFetchTransport,
    integrations: [],
    sendClientReports: false,
  })
  client.init()
  return {
    report(error, { requestId, method, route } = {}) {
      const scope = new Scope()
      scope.setClient(client)
      if (requestId) scope.setTag('request_id', requestId)
      if (route) scope.setTag('route', `${method} ${route}`)
      client.captureException(withoutValues(error), {}, scope)
    },
    close: async () => void (await client.close(FLUSH_MS)),
  }
}

// Postgres quotes the offending value in its messages; its code says as much to who mends it.
function withoutValues(error: unknown): unknown {
  const cause = driverError(error)
  if (!(cause instanceof Error) || !('severity' in cause) || !('code' in cause)) return cause
  const plain = new Error(`the database refused a query: ${String(cause.code)}`)
  plain.name = 'DatabaseError'
  plain.stack = `${plain.name}: ${plain.message}\n${framesOf(cause)}`
  return plain
}

const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s*at /.test(line))
    .join('\n')
