// Increments a number in an article on one replica and records when each value is visible on the others.
import { call } from './replicas.ts'

/**
 * `lag` is the time from the acknowledgement of a value to the last read that began without showing it: a slow answer makes
 * no value late. Values that one answer shows for the first time have the same `seen`.
 */
export type Arrival = { replica: number; acknowledged: number; lag: number; seen: number }

const BETWEEN_WRITES_MS = 20
const BETWEEN_READS_MS = 4
const LATEST_MS = 5_000

type Options = { writer: string; readers: readonly string[]; token: string; id: number; slug: string }

/** Writes and reads until `stop`, which waits until the last write is visible everywhere. Times are `performance.now()`. */
export function watchArrivals({ writer, readers, token, id, slug }: Options) {
  const acknowledged: number[] = []
  const arrivals: Arrival[] = []
  const statuses = new Set<number>()
  let slowestRead = 0
  let [writing, reading] = [true, true]

  async function write() {
    while (writing) {
      const title = String(acknowledged.length + 1)
      const answer = await call(writer, 'PATCH', `/api/admin/articles/${id}`, { title }, token).catch(
        () => null,
      )
      statuses.add(answer?.status ?? 0)
      if (answer?.status === 200) acknowledged.push(performance.now())
      await Bun.sleep(BETWEEN_WRITES_MS)
    }
  }

  async function read(url: string, replica: number) {
    let shown = 0
    let before = 0
    const isWaiting = () =>
      shown < acknowledged.length && performance.now() < acknowledged[shown]! + LATEST_MS
    while (reading || isWaiting()) {
      const asked = performance.now()
      const answer = await call(url, 'GET', `/api/articles/${slug}`).catch(() => null)
      statuses.add(answer?.status ?? 0)
      const seen = performance.now()
      slowestRead = Math.max(slowestRead, seen - asked)
      // A value may be visible before its write is acknowledged.
      const newest = Math.min(Number(answer?.body?.title), acknowledged.length)
      for (; shown < newest; shown++) {
        const lag = Math.max(0, before - acknowledged[shown]!)
        arrivals.push({ replica, acknowledged: acknowledged[shown]!, lag, seen })
      }
      before = asked
      await Bun.sleep(BETWEEN_READS_MS)
    }
  }

  const written = write()
  const loops = readers.map(read)
  return async () => {
    writing = false
    await written
    reading = false
    await Promise.all(loops)
    const missing = readers.length * acknowledged.length - arrivals.length
    return { acknowledged, arrivals, missing, slowestRead, statuses: [...statuses].sort() }
  }
}

export const longestLag = (arrivals: readonly Arrival[]) => Math.max(...arrivals.map(({ lag }) => lag))

/** How often a replica showed something new: of a replica that only polls, at most once a poll. */
export const showings = (arrivals: readonly Arrival[]) => new Set(arrivals.map(({ seen }) => seen)).size
