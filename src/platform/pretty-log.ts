// The log for people at a terminal: one short line instead of JSON.
/** Accepts whole lines and writes them in batches, because a write per line would cost more than most requests. */
export type LineWriter = { write(line: string): void; flushSync(): void }

export type LogFormat = 'json' | 'pretty'

/** The format that a variable names, before the configuration is checked. */
export const logFormatOf = (value: string | undefined): LogFormat | null =>
  value === 'json' || value === 'pretty' ? value : null

/** The configured format, or else pretty lines where standard output is a terminal. */
export const isPretty = (format: LogFormat | null | undefined) =>
  format ? format === 'pretty' : process.stdout.isTTY === true

/** Takes JSON lines and passes them on as text. */
export function prettyWriter(out: LineWriter, { colors }: { colors: boolean }): LineWriter {
  const paint = (code: number, text: string) => (colors ? `\x1b[${code}m${text}\x1b[0m` : text)
  return {
    write(line) {
      const fields = JSON.parse(line)
      // Hashes of audit rows are for logs that are kept.
      if (!('audit_hash' in fields)) out.write(`${prettyLine(fields, paint)}\n`)
    },
    flushSync: () => out.flushSync(),
  }
}

type Line = {
  level: string
  time: string
  msg?: string
  err?: { message?: string; stack?: string }
} & Record<string, unknown>
type Paint = (code: number, text: string) => string

const [RED, YELLOW, DIM] = [31, 33, 2]
const LEVEL_COLORS: Record<string, number> = { warn: YELLOW, error: RED, fatal: RED, debug: DIM }

function prettyLine(line: Line, paint: Paint): string {
  const { level, time, msg = '', err, request_id, http_status, duration_ms, ...fields } = line
  const at = paint(DIM, new Date(time).toLocaleTimeString('en-GB'))
  if (msg === 'request') {
    const [status, took] = [Number(http_status), Number(duration_ms)]
    const color = status >= 500 ? RED : status >= 400 ? YELLOW : 0
    return `${at} ${fields.method} ${fields.route} ${paint(color, String(status))} ${paint(DIM, `${took.toFixed(1)} ms`)}`
  }
  const label = LEVEL_COLORS[level] ? `${paint(LEVEL_COLORS[level], level)} ` : ''
  const details = Object.entries({ ...fields, ...(request_id !== null && { request_id }) })
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('')
  // A warning names its cause; the stack helps only with errors.
  const cause = err && (level === 'warn' ? `: ${err.message}` : `\n${err.stack ?? err.message}`)
  return `${at} ${label}${msg}${paint(DIM, details)}${cause ?? ''}`
}
