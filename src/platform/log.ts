// JSON log lines on standard output, or short lines at a terminal. Every JSON line has `request_id`, `http_status` and
// `duration_ms`, which are null outside a request.
import pino from 'pino'
import { driverError } from './db/database-errors.ts'
import { isPretty, type LineWriter, type LogFormat, prettyWriter } from './pretty-log.ts'

export type Log = pino.Logger & { readonly out: LineWriter }

const NO_REQUEST = { request_id: null, http_status: null, duration_ms: null }

export function createLog(level: string, out: LineWriter = standardOutput()): Log {
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (line) => ({ ...NO_REQUEST, ...line }) },
      // The message of drizzle's wrapper contains the query parameters.
      serializers: { err: (error: unknown) => pino.stdSerializers.err(driverError(error) as Error) },
    },
    out,
  )
  return Object.assign(log, { out })
}

const FLUSH_MS = 50
const BATCH_LENGTH = 65_536
/** The most that is buffered while standard output is not read; more is dropped. */
const MAX_BUFFER_LENGTH = 16 * 1_048_576

let shared: LineWriter | null = null

/** The process shares one writer, because two could interleave their lines. `format` null: pretty lines at a terminal. */
export function standardOutput(format: LogFormat | null = null): LineWriter {
  shared ??= createLineWriter(pino.destination({ dest: 1, sync: false, maxLength: MAX_BUFFER_LENGTH }))
  return isPretty(format) ? prettyWriter(shared, { colors: process.stdout.hasColors?.() ?? false }) : shared
}

function createLineWriter(destination: { write(text: string): unknown; flushSync(): void }): LineWriter {
  let lines = ''
  let timer: Timer | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines) destination.write(lines)
    lines = ''
  }
  const flushSync = () => {
    flush()
    try {
      destination.flushSync()
    } catch {
      // Standard output is closed.
    }
  }
  process.on('exit', flushSync)
  return {
    write(line) {
      lines += line
      if (lines.length >= BATCH_LENGTH) flush()
      else timer ??= setTimeout(flush, FLUSH_MS)
    },
    flushSync,
  }
}

/** A finished request; `route` is the route template. */
export type RequestLine = {
  requestId: string
  /** The service's own id, which a line has beside an id that the client has sent. */
  serverRequestId: string
  status: number
  milliseconds: number
  method: string
  route: string
}

/** Writes one line per request. Formatted by hand, because pino takes several times as long. */
export function createRequestLog(log: Log): (request: RequestLine) => void {
  const [logsInfo, logsErrors] = [log.isLevelEnabled('info'), log.isLevelEnabled('error')]
  return ({ requestId, serverRequestId, status, milliseconds, method, route }) => {
    const level = status >= 500 ? 'error' : 'info'
    if (!(level === 'error' ? logsErrors : logsInfo)) return
    const server = serverRequestId === requestId ? '' : `,"server_request_id":"${serverRequestId}"`
    // None needs escaping: the id was validated, the method is a token and route templates come from the code.
    log.out.write(
      `{"level":"${level}","time":"${timestamp()}","request_id":"${requestId}"${server},"http_status":${status},"duration_ms":${Math.round(milliseconds * 1_000) / 1_000},"method":"${method}","route":"${route}","msg":"request"}\n`,
    )
  }
}

let lastMillisecond = 0
let lastTimestamp = ''

// The text is cached, because under load many requests end in the same millisecond.
function timestamp() {
  const now = Date.now()
  if (now !== lastMillisecond) {
    lastMillisecond = now
    lastTimestamp = new Date(now).toISOString()
  }
  return lastTimestamp
}
