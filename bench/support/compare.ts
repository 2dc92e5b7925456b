// The service compared with a bare `Bun.serve` handler that sends the same bytes, measured alternately so that both run under
// the same conditions. A ratio is held to its bound if wrk is the load generator.
import { startBare } from './bare.ts'
import { generator, type Load, load, median, rounded } from './load.ts'
import { report } from './service.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)
const WARM_UP_SECONDS = 1

/** `minRatio`: the least share of the bare handler's rate. */
export type Case = { name: string; url: string; headers?: Record<string, string>; minRatio?: number }

/** Prints a line for each case; throws if a request fails. */
export async function compareWithBare(kind: string, cases: readonly Case[], database: string) {
  const answers = await Promise.all(
    cases.map(async ({ url, headers = {} }) => {
      const response = await fetch(url, { headers, decompress: false } as RequestInit)
      const names = ['Content-Type', 'Content-Encoding', 'ETag']
      const sent = names.flatMap((name) => {
        const value = response.headers.get(name)
        return value === null ? [] : [[name, value]]
      })
      const body = response.status === 304 ? null : new Uint8Array(await response.arrayBuffer())
      return { status: response.status, headers: Object.fromEntries(sent), body }
    }),
  )
  await using bare = await startBare(answers)
  // The first thousands of requests of a process find its code not yet compiled.
  for (const { url, headers = {} } of cases) await load({ url, headers, seconds: WARM_UP_SECONDS })

  for (const [index, { name, url, headers = {}, minRatio }] of cases.entries()) {
    const ours: Load[] = []
    const theirs: Load[] = []
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      theirs.push(await load({ url: bare.urls[index]!, seconds: SECONDS, headers }))
      ours.push(await load({ url, seconds: SECONDS, headers }))
      ratios.push(ours.at(-1)!.perSecond / theirs.at(-1)!.perSecond)
    }
    const failures = ours.reduce((sum, { failures }) => sum + failures, 0)
    if (failures > 0) throw new Error(`${failures} requests for ${url} failed`)
    report(
      `${kind}: ${name}`,
      {
        generator,
        database,
        bytes: answers[index]!.body?.byteLength ?? 0,
        per_second: Math.round(median(ours.map(({ perSecond }) => perSecond))),
        bare_per_second: Math.round(median(theirs.map(({ perSecond }) => perSecond))),
        ratio: rounded(median(ratios), 2),
        p99_ms: rounded(median(ours.map(({ p99 }) => p99))),
        bare_p99_ms: rounded(median(theirs.map(({ p99 }) => p99))),
      },
      {},
      minRatio === undefined || generator !== 'wrk' ? {} : { ratio: minRatio },
    )
  }
}
