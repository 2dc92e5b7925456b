// The service as its own process, with a first admin, for one case. `BENCH_DATABASE_URL` names an empty Postgres
// database; without it the embedded one serves, in a directory that goes away with the case. `change` overrides both.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const main = join(import.meta.dir, '../../src/main.ts')
export const ADMIN = { email: 'admin@example.com', password: 'a password for the bench' }

export async function startService(
  fill: ((env: Record<string, string>) => Promise<void>) | null = null,
  change: Record<string, string> = {},
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
    if (done) throw new Error(`the service ended:\n${output}`)
    output += new TextDecoder().decode(value)
  }
  void (async () => {
    while (!(await reader.read()).done);
  })()
  const port = /"url":"http:\/\/localhost:(\d+)"/.exec(output)![1]
  const address = `http://127.0.0.1:${port}`
  await (await fetch(`${address}/api/site`)).arrayBuffer()
  const coldStartMs = performance.now() - spawned
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
  }
  return {
    url: address,
    pid: child.pid,
    database: env.DATABASE_URL ? 'postgres' : 'embedded',
    /** From the start of the process to its first answer. */
    coldStartMs,
    /** Resident memory in megabytes. */
    memory: () => memoryOf(child.pid, 'VmRSS'),
    /** The most it ever had. */
    mostMemory: () => memoryOf(child.pid, 'VmHWM'),
    directory,
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A token of the first admin. */
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

/** The line of a case, or with `--json` its figures; exit code 1 when a figure is above `most` or below `least`. */
export function report(
  name: string,
  figures: Record<string, number | string>,
  most: Record<string, number> = {},
  least: Record<string, number> = {},
) {
  const passed =
    Object.entries(most).every(([figure, bound]) => Number(figures[figure]) <= bound) &&
    Object.entries(least).every(([figure, bound]) => Number(figures[figure]) >= bound)
  const shown = Object.entries(figures).map(([figure, value]) => {
    const bounds = [
      ...(figure in most ? [`at most ${most[figure]}`] : []),
      ...(figure in least ? [`at least ${least[figure]}`] : []),
    ]
    return `${figure} ${value}${bounds.length > 0 ? ` (${bounds.join(', ')})` : ''}`
  })
  console.log(
    process.argv.includes('--json')
      ? JSON.stringify({ name, passed, figures, most, least })
      : `${passed ? 'ok  ' : 'FAIL'} ${name}: ${shown.join(', ')}`,
  )
  if (!passed) process.exitCode = 1
}
