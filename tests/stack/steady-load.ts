// A steady load of reads, writes and uploads that does not wait for responses, and what became of each request.
import { noise } from '../support/images.ts'

export type Outcome = {
  kind: 'read' | 'write' | 'upload'
  status: number
  milliseconds: number
  at: number
  error: string
}

/** Sends a request of a kind and resolves with the status. */
export type Send = (kind: Outcome['kind'], number: number) => Promise<number>

const TICK_MS = 20

/** Of twenty requests one is an upload, three are writes and the rest are reads. */
const kindOf = (number: number): Outcome['kind'] =>
  number % 20 === 7 ? 'upload' : number % 20 < 3 ? 'write' : 'read'

export function startLoad(perSecond: number, send: Send) {
  const outcomes: Outcome[] = []
  const pending = new Set<Promise<void>>()
  const started = performance.now()
  let sent = 0
  const one = async (number: number) => {
    const kind = kindOf(number)
    const at = performance.now()
    let error = ''
    const status = await send(kind, number).catch((cause) => {
      error = String(cause?.code ?? cause)
      return 0
    })
    outcomes.push({ kind, status, milliseconds: performance.now() - at, at, error })
  }
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - started) / 1_000) * perSecond)
    while (sent < due) {
      const promise = one(sent++).finally(() => pending.delete(promise))
      pending.add(promise)
    }
  }, TICK_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(pending)
    return outcomes
  }
}

/** A line with the figures of a run. */
export function summarize(outcomes: readonly Outcome[]): string {
  const times = outcomes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
  const seconds =
    (Math.max(...outcomes.map(({ at }) => at)) - Math.min(...outcomes.map(({ at }) => at))) / 1_000
  const failed = outcomes.filter(({ status }) => status < 200 || status >= 400)
  const reasons = [...new Set(failed.map(({ kind, status, error }) => `${kind} ${status} ${error}`.trim()))]
  return (
    `${outcomes.length} requests at ${Math.round(outcomes.length / seconds)} a second, ${failed.length} failed` +
    `${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}; p50 ${at(0.5)}, p99 ${at(0.99)}, at most ${at(1)} ms`
  )
}

export const failures = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ status }) => status < 200 || status >= 400)

export const picture = async () => new Uint8Array(await noise(64, 48).jpeg().toBuffer())
