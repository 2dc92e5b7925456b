// JSON lines on standard output. Every line has `request_id`, `http_status` and `duration_ms`, null outside a request.
import pino from 'pino'
import { driverError } from './db/database-errors.ts'

/** Takes whole lines, and hands them on in batches: a write for each would cost more than most answers. */
export type LineWriter = { write(line: string): void; flushSync(): void }

export type Log = pino.Logger & { readonly out: LineWriter }

const NO_REQUEST = { request_id: null, http_status: null, duration_ms: null }

export function createLog(level: string, out: LineWriter = standardOutput()): Log {
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (line) => ({ ...NO_REQUEST, ...line }) },
      // A failed query's own message would show its parameters.
      serializers: { err: (error: unknown) => pino.stdSerializers.err(driverError(error) as Error) },
    },
    out,
  )
  return Object.assign(log, { out })
}

const FLUSH_MS = 50
const BATCH_LENGTH = 65_536
/** What is kept for a reader that has stopped reading; more is dropped. */
const MAX_LENGTH = 16 * 1_048_576

let shared: LineWriter | null = null

// One for the process: two would mix their lines.
function standardOutput(): LineWriter {
  shared ??= createLineWriter(pino.destination({ dest: 1, sync: false, maxLength: MAX_LENGTH }))
  return shared
}

function createLineWriter(destination: { write(text: string): unknown; flushSync(): void }): LineWriter {
  let lines = ''
  let timer: Timer | undefined
  const handOn = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines) destination.write(lines)
    lines = ''
  }
  const flushSync = () => {
    handOn()
    try {
      destination.flushSync()
    } catch {
      // Nobody reads any more.
    }
  }
  process.on('exit', flushSync)
  return {
    write(line) {
      lines += line
      if (lines.length >= BATCH_LENGTH) handOn()
      else timer ??= setTimeout(handOn, FLUSH_MS)
    },
    flushSync,
  }
}

/** A request that ended; `route` is its template. */
export type RequestLine = {
  requestId: string
  status: number
  milliseconds: number
  method: string
  route: string
}

/** Writes one line for each request, by hand: pino takes several times as long for the same. */
export function createRequestLog(log: Log): (request: RequestLine) => void {
  const [ordinary, failed] = [log.isLevelEnabled('info'), log.isLevelEnabled('error')]
  return ({ requestId, status, milliseconds, method, route }) => {
    const level = status >= 500 ? 'error' : 'info'
    if (!(level === 'error' ? failed : ordinary)) return
    // The id has been checked, the method is a token, and templates are ours: none needs escaping.
    log.out.write(
      `{"level":"${level}","time":"${timestamp()}","request_id":"${requestId}","http_status":${status},"duration_ms":${Math.round(milliseconds * 1_000) / 1_000},"method":"${method}","route":"${route}","msg":"request"}\n`,
    )
  }
}

let lastMillisecond = 0
let lastTimestamp = ''

// Under load many requests end in one millisecond.
function timestamp() {
  const now = Date.now()
  if (now !== lastMillisecond) {
    lastMillisecond = now
    lastTimestamp = new Date(now).toISOString()
  }
  return lastTimestamp
}
