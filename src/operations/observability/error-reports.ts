// Reports unexpected errors to a tracker with Sentry's protocol, such as GlitchTip. Uses only the SDK's client, without
// `init`: no global hooks, breadcrumbs or tracing, and nothing of the request but its id. Loaded only when configured.
import type { BunClient } from '@sentry/bun'
import type { Secret } from '../../platform/config/secret.ts'
import { driverError } from '../../platform/db/database-errors.ts'

/** The place of an error; nothing that the client sent. */
export type Circumstances = { requestId?: string; method?: string; route?: string }

export type ErrorReports = {
  /** Sends in the background; an unreachable tracker is ignored. */
  report(error: unknown, circumstances?: Circumstances): void
  /** Waits up to two seconds for reports in progress. */
  close(): Promise<void>
}

const FLUSH_MS = 2_000

/** Sends nothing when `dsn` is null. */
export async function createErrorReports(options: {
  dsn: Secret | null
  commit: string
}): Promise<ErrorReports> {
  if (!options.dsn) return { report() {}, close: async () => {} }
  const { BunClient, Scope, defaultStackParser, makeFetchTransport } = await import('@sentry/bun')
  const client: BunClient = new BunClient({
    dsn: options.dsn.reveal(),
    release: options.commit,
    // The machine's own name is not sent.
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

// Postgres quotes the offending value in its messages, so only its error code is reported.
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
