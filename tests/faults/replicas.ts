// Three replicas, processes on one Postgres server as in production, with constant reads from each.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN } from '../support/app.ts'
import { PATIENCE_MS } from '../support/eventually.ts'
import { startProcess } from '../support/service.ts'

export type Replica = Awaited<ReturnType<typeof startProcess>>

/** A read of the public site during the test. */
type Read = { at: number; replica: number; status: number; warned: boolean }

/** The time limit of production, for tests in which the database is away. */
export const AS_IN_PRODUCTION = { DATABASE_TIMEOUT_SECONDS: '5' }

export async function startReplicas(count: number, url: string, env: Record<string, string> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'frontage-faults-'))
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: directory,
    JWT_SECRET: 'a key of the fault tests, longer than 32 bytes',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...env,
  }
  const startReplica = () => startProcess(settings)
  const replicas: Replica[] = []
  while (replicas.length < count) replicas.push(await startReplica())
  return {
    replicas,
    /** Starts one as the others were, to take the place of one of them. */
    startReplica,
    async stop() {
      await Promise.all(replicas.map((replica) => replica.stop()))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export async function call(url: string, method: string, path: string, body?: unknown, token?: string) {
  const started = performance.now()
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: text ? JSON.parse(text) : null,
    milliseconds: performance.now() - started,
  }
}

export async function tokenFrom(url: string): Promise<string> {
  return (await call(url, 'POST', '/api/auth/login', ADMIN)).body.token
}

/** Reads from every replica in a loop until `stop`, which returns the reads. */
export function keepReading(urls: readonly string[]) {
  const reads: Read[] = []
  let reading = true
  const loops = urls.map(async (url, replica) => {
    for (let round = 0; reading; round++) {
      const path = ['/api/site', '/api/articles?per_page=20', '/api/site/articles'][round % 3]!
      const answer = await fetch(url + path).catch(() => null)
      await answer?.arrayBuffer().catch(() => {})
      const warned = answer?.headers.has('Warning') ?? false
      reads.push({ at: performance.now(), replica, status: answer?.status ?? 0, warned })
      await Bun.sleep(5)
    }
  })
  return async () => {
    reading = false
    await Promise.all(loops)
    return reads
  }
}

export const statuses = (reads: readonly Pick<Read, 'status'>[]) =>
  [...new Set(reads.map(({ status }) => status))].sort()

/** Waits until `holds` and returns the time in milliseconds. A result after the deadline does not count. */
export async function eventually(holds: () => Promise<boolean>, milliseconds = PATIENCE_MS): Promise<number> {
  const started = performance.now()
  for (;;) {
    const held = await holds().catch(() => false)
    const waited = performance.now() - started
    if (waited > milliseconds) throw new Error(`not so within ${milliseconds} ms: ${holds}`)
    if (held) return waited
    await Bun.sleep(5)
  }
}
