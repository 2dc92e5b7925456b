// Several processes of the service on one Postgres database and one media directory.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCluster } from '../../tests/support/cluster.ts'
import { startService } from './service.ts'

/** `BENCH_DATABASE_URL`, or else a throwaway server; null if Postgres is not installed. */
export async function benchPostgres(
  options: { durable?: boolean } = {},
): Promise<({ url: string } & AsyncDisposable) | null> {
  const url = process.env.BENCH_DATABASE_URL
  if (url) return { url, [Symbol.asyncDispose]: async () => {} }
  return createCluster(tmpdir(), options)
}

export async function startReplicas(
  count: number,
  url: string,
  fill: Parameters<typeof startService>[0] = null,
) {
  const directory = mkdtempSync(join(tmpdir(), 'frontage-replicas-'))
  const shared = { DATABASE_URL: url, DATA_DIR: directory }
  const replicas = [await startService(fill, shared)]
  while (replicas.length < count) replicas.push(await startService(null, shared))
  return {
    replicas,
    async [Symbol.asyncDispose]() {
      await Promise.all(replicas.map((replica) => replica[Symbol.asyncDispose]()))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export const quantile = (values: readonly number[], share: number) => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The title of an article as this service shows it. */
export async function titleShown(url: string, slug: string): Promise<string> {
  const answer = await fetch(`${url}/api/articles/${slug}`)
  if (!answer.ok) throw new Error(`${url} returned ${answer.status}`)
  return ((await answer.json()) as { title: string }).title
}

/** Changes fields of an article; returns the milliseconds until the response. */
export async function patchArticle(
  url: string,
  token: string,
  id: number,
  body: Record<string, unknown>,
): Promise<number> {
  const started = performance.now()
  const answer = await fetch(`${url}/api/admin/articles/${id}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`the write returned ${answer.status}`)
  return performance.now() - started
}
