// Generates load with wrk if installed (Debian package wrk), else with autocannon, which needs as much CPU as the service
// itself: its figures are about half of wrk's and hide differences.
import { join } from 'node:path'

export type Load = {
  perSecond: number
  /** Latencies in milliseconds. */
  p50: number
  p99: number
  requests: number
  /** Responses other than 2xx and 3xx, and failed connections. */
  failures: number
}

type Options = { url: string; seconds: number; connections?: number; headers?: Record<string, string> }

export const generator = Bun.which('wrk') ? 'wrk' : 'autocannon'

const AUTOCANNON = ['npx', '--yes', '--package', 'autocannon@8.0.0', '--', 'node']

/** Requests `url` as fast as possible over this many connections. */
export async function load({ url, seconds, connections = 32, headers = {} }: Options): Promise<Load> {
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const result =
    generator === 'wrk'
      ? readWrk(
          await output(['wrk', '-t2', `-c${connections}`, `-d${seconds}s`, '--latency', ...sent, url]),
          seconds,
        )
      : readAutocannon(
          await output([
            ...AUTOCANNON,
            join(import.meta.dir, 'autocannon.mjs'),
            JSON.stringify({ url, connections, duration: seconds, headers }),
          ]),
        )
  if (result.requests === 0) throw new Error(`no response from ${url}`)
  return result
}

async function output(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [text, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed:\n${text}${errors}`)
  return text
}

function readWrk(text: string, seconds: number): Load {
  const requests = Number(/(\d+) requests in/.exec(text)?.[1] ?? 0)
  const badStatus = Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0)
  const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text)
  const failures = badStatus + (broken?.slice(1).reduce((sum, count) => sum + Number(count), 0) ?? 0)
  const quantile = (share: number) => {
    const [, value, unit] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(text) ?? []
    return Number(value ?? Number.NaN) * { us: 0.001, ms: 1, s: 1_000 }[unit as 'us' | 'ms' | 's']
  }
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1] ?? requests / seconds)
  return { perSecond, p50: quantile(50), p99: quantile(99), requests, failures }
}

// autocannon reports latencies in whole milliseconds and counts timeouts as errors.
function readAutocannon(text: string): Load {
  const { requests, latency, duration, non2xx, errors, statusCodeStats } = JSON.parse(text)
  const redirections = Object.entries(statusCodeStats as Record<string, { count: number }>)
    .filter(([status]) => status.startsWith('3'))
    .reduce((sum, [, { count }]) => sum + count, 0)
  return {
    perSecond: requests.total / duration,
    p50: latency.p50,
    p99: latency.p99,
    requests: requests.total,
    failures: non2xx - redirections + errors,
  }
}

export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const rounded = (value: number, digits = 1) => Number(value.toFixed(digits))
