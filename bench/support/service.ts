// The service as its own process, with a first admin, for one case. `BENCH_DATABASE_URL` names an empty Postgres
// database; without it the embedded one serves, in a directory that goes away with the case.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const main = join(import.meta.dir, '../../src/main.ts')
export const ADMIN = { email: 'admin@example.com', password: 'a password for the bench' }

export async function startService(fill: ((env: Record<string, string>) => Promise<void>) | null = null) {
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
  }
  if (fill) await fill(env)
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
  return {
    url:
      /"url":"http:\/\/localhost:(\d+)"/
        .exec(output)
        ?.slice(1)
        .map((port) => `http://127.0.0.1:${port}`)[0] ?? '',
    database: url ? 'postgres' : 'embedded',
    /** Resident memory in megabytes. */
    memory: () => memoryOf(child.pid, 'VmRSS'),
    /** The most it ever had. */
    mostMemory: () => memoryOf(child.pid, 'VmHWM'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await child.exited
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

/** The line of a case, or with `--json` its figures; exit code 1 when a bound is passed. */
export function report(
  name: string,
  figures: Record<string, number | string>,
  bounds: Record<string, number>,
) {
  const broken = Object.entries(bounds).filter(([figure, most]) => Number(figures[figure]) > most)
  const passed = broken.length === 0
  const shown = Object.entries(figures).map(([figure, value]) =>
    figure in bounds ? `${figure} ${value} (at most ${bounds[figure]})` : `${figure} ${value}`,
  )
  console.log(
    process.argv.includes('--json')
      ? JSON.stringify({ name, passed, figures, bounds })
      : `${passed ? 'ok  ' : 'FAIL'} ${name}: ${shown.join(', ')}`,
  )
  if (!passed) process.exitCode = 1
}
