// Latency of `GET /api/live`, requested every 5 ms whether or not the previous response has arrived.
const EVERY_MS = 5

/** Milliseconds of each request until `end` settles, sorted. */
export async function latenciesUntil(url: string, end: Promise<unknown>): Promise<number[]> {
  const latencies: number[] = []
  const pending: Promise<void>[] = []
  let isOver = false
  const stop = () => {
    isOver = true
  }
  end.then(stop, stop)
  while (!isOver) {
    pending.push(requestLive(url).then((milliseconds) => void latencies.push(milliseconds)))
    await Bun.sleep(EVERY_MS)
  }
  await Promise.all(pending)
  return latencies.sort((a, b) => a - b)
}

async function requestLive(url: string) {
  const started = performance.now()
  await (await fetch(`${url}/api/live`)).text()
  return performance.now() - started
}
