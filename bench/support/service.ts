// The service as a separate process with a first admin, for one case. Uses the empty Postgres database in
// `BENCH_DATABASE_URL`, or the embedded one in a temporary directory. `change` overrides environment variables; `first` is
// the path of the first request.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const sources = join(import.meta.dir, '../../src/main.ts')
export const ADMIN = { email: 'admin@example.com', password: 'a password for the bench' }

export async function startService(
  fill: ((env: Record<string, string>) => Promise<void>) | null = null,
  change: Record<string, string> = {},
  main = sources,
  first = '/api/site',
) {
  const directory = mkdtempSync(join(tmpdir(), 'frontage-bench-'))
  const url = process.env.BENCH_DATABASE_URL
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: directory,
    JWT_SECRET: 'a bench key that is longer than 32 bytes',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    TRUSTED_PROXIES: '127.0.0.0/8',
    ...(url && { DATABASE_URL: url }),
    ...change,
  }
  if (fill) await fill(env)
  const spawned = performance.now()
  const child = Bun.spawn([process.execPath, main, 'serve', '--demo'], {
    env,
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const reader = child.stdout.getReader()
  let output = ''
  while (!output.includes('"url"')) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the service exited:\n${output}`)
    output += new TextDecoder().decode(value)
  }
  void (async () => {
    while (!(await reader.read()).done);
  })()
  const port = /"url":"http:\/\/localhost:(\d+)"/.exec(output)![1]
  const address = `http://127.0.0.1:${port}`
  await (await fetch(address + first)).arrayBuffer()
  const coldStartMs = performance.now() - spawned
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
  }
  return {
    url: address,
    pid: child.pid,
    database: env.DATABASE_URL ? 'postgres' : 'embedded',
    /** Milliseconds from process start to the first response. */
    coldStartMs,
    /** Resident memory in megabytes. */
    memory: () => memoryOf(child.pid, 'VmRSS'),
    /** Highest resident memory so far, in megabytes. */
    peakMemory: () => memoryOf(child.pid, 'VmHWM'),
    /** Begins `peakMemory` anew (Linux). */
    resetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    directory,
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Signs in as the first admin and returns the token. */
export async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  return ((await answer.json()) as { token: string }).token
}

function memoryOf(pid: number, figure: string) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(status)![1]) / 1_024
}

/** Prints a measurement as a line, or with `--json` as JSON; sets exit code 1 if a figure is above `max` or below `min`. */
export function report(
  name: string,
  figures: Record<string, number | string>,
  max: Record<string, number> = {},
  min: Record<string, number> = {},
) {
  const passed =
    Object.entries(max).every(([figure, bound]) => Number(figures[figure]) <= bound) &&
    Object.entries(min).every(([figure, bound]) => Number(figures[figure]) >= bound)
  const shown = Object.entries(figures).map(([figure, value]) => {
    const bounds = [
      ...(figure in max ? [`at most ${max[figure]}`] : []),
      ...(figure in min ? [`at least ${min[figure]}`] : []),
    ]
    return `${figure} ${value}${bounds.length > 0 ? ` (${bounds.join(', ')})` : ''}`
  })
  console.log(
    process.argv.includes('--json')
      ? JSON.stringify({ name, passed, figures, most: max, least: min })
      : `${passed ? 'ok  ' : 'FAIL'} ${name}: ${shown.join(', ')}`,
  )
  if (!passed) process.exitCode = 1
}
