// A steady load of reads, writes and uploads that does not wait for responses, and what became of each request.
import { constants, setPriority } from 'node:os'
import { noise } from '../../support/images.ts'

export type Outcome = {
  kind: 'read' | 'write' | 'upload'
  status: number
  milliseconds: number
  at: number
  /** Why it failed. */
  error: string
}

/** Sends a request of a kind and resolves with the response once its body has been read. */
export type Send = (kind: Outcome['kind'], number: number) => Promise<{ status: number; text: string }>

const TICK_MS = 20

/** Of twenty requests one is an upload, three are writes and the rest are reads. */
const kindOf = (number: number): Outcome['kind'] =>
  number % 20 === 7 ? 'upload' : number % 20 < 3 ? 'write' : 'read'

function startLoad(perSecond: number, send: Send) {
  const outcomes: Outcome[] = []
  const pending = new Set<Promise<void>>()
  const started = performance.now()
  let sent = 0
  const one = async (number: number) => {
    const kind = kindOf(number)
    const at = performance.now()
    const { status, text } = await send(kind, number).catch((cause) => ({
      status: 0,
      text: String(cause?.code ?? cause),
    }))
    const error = isFailed(status) ? text.slice(0, 300) : ''
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

const isFailed = (status: number) => status < 200 || status >= 400

/** A line with the figures of a run, and for each kind of failure how often, when and an example. */
function summarize(outcomes: readonly Outcome[]): string {
  const times = outcomes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
  const seconds =
    (Math.max(...outcomes.map(({ at }) => at)) - Math.min(...outcomes.map(({ at }) => at))) / 1_000
  const failed = failures(outcomes)
  const start = Math.min(...outcomes.map(({ at }) => at))
  const reasons = [...Map.groupBy(failed, ({ kind, status }) => `${kind} ${status}`)].map(
    ([reason, all]) =>
      `\n  ${all.length} × ${reason}, sent ${Math.round(all[0]!.at - start)} to ${Math.round(all.at(-1)!.at - start)} ms after the start: ${all[0]!.error}`,
  )
  return (
    `${outcomes.length} requests at ${Math.round(outcomes.length / seconds)} a second, ${failed.length} failed` +
    `; p50 ${at(0.5)}, p99 ${at(0.99)}, at most ${at(1)} ms${reasons.join('')}`
  )
}

export const failures = (outcomes: readonly Outcome[]) => outcomes.filter(({ status }) => isFailed(status))

const picture = async () => new Uint8Array(await noise(64, 48).jpeg().toBuffer())

/** The services are edited in turn, because writes to one record wait for each other. */
const SERVICES = 20
const PATHS = ['/api/articles/one', '/api/site/services', '/blog/one', '/api/articles?per_page=5']
/** The load on a usual machine; `LOAD` names another. */
const MAX_PER_SECOND = 200
/** The load takes this share of what the stack can answer, so that a slow machine is not asked for more than it has. */
const LOAD_SHARE = 1 / 4
const CLIENTS = 8
const CALIBRATION_MS = 5_000

/** Requests, and how many of them a second. */
export type Load = { send: Send; perSecond: number }

/** A request through the proxy, whose certificate is self-signed, over connections that are used again. */
const askOver = (port: number, path: string, init: RequestInit = {}) =>
  fetch(`https://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { Host: 'api.localhost', ...(init.headers as object) },
    tls: { rejectUnauthorized: false, serverName: 'api.localhost' },
    signal: AbortSignal.timeout(30_000),
  } as never)

/** Makes what the load reads and edits, with the token of the moment; resolves with the load's requests through the proxy at `port`. */
export async function prepareLoad(port: number, token: () => string): Promise<Load> {
  const authorization = () => ({ Authorization: `Bearer ${token()}` })
  const asJson = () => ({ ...authorization(), 'Content-Type': 'application/json' })
  const services: number[] = []
  for (const [resource, body] of [
    ...Array.from({ length: SERVICES }, () => ['services', { title: 'one' }] as const),
    ['articles', { title: 'one', slug: 'one', status: 'published' }],
  ] as const) {
    const made = await askOver(port, `/api/admin/${resource}`, {
      method: 'POST',
      headers: asJson(),
      body: JSON.stringify(body),
    })
    if (made.status !== 201) throw new Error(`${resource}: ${made.status} ${await made.text()}`)
    if (resource === 'services') services.push(((await made.json()) as { id: number }).id)
  }
  const jpeg = await picture()
  const request = (kind: Outcome['kind'], number: number) => {
    if (kind === 'read') return askOver(port, PATHS[number % PATHS.length]!)
    if (kind === 'write')
      return askOver(port, `/api/admin/services/${services[number % SERVICES]}`, {
        method: 'PATCH',
        headers: asJson(),
        body: JSON.stringify({ title: `edit ${number}` }),
      })
    const form = new FormData()
    form.set('file', new Blob([jpeg]), `picture-${number}.jpg`)
    return askOver(port, '/api/admin/upload', { method: 'POST', headers: authorization(), body: form })
  }
  const send: Send = async (kind, number) => {
    const response = await request(kind, number)
    return { status: response.status, text: await response.text() }
  }
  const capacity = await measureCapacity(send)
  const perSecond = Number(process.env.LOAD ?? Math.min(MAX_PER_SECOND, Math.ceil(capacity * LOAD_SHARE)))
  console.log(`load: ${perSecond} requests a second; ${Math.round(capacity)} were answered without a pause`)
  return { send, perSecond }
}

/** Requests a second that clients get answered which send the next one at once. Warms the replicas up as well. */
async function measureCapacity(send: Send): Promise<number> {
  const end = performance.now() + CALIBRATION_MS
  let sent = 0
  const client = async () => {
    while (performance.now() < end) {
      const number = sent++
      await send(kindOf(number), number)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (sent * 1_000) / CALIBRATION_MS
}

/** Runs `change` under the load, which starts before and ends after it; prints the figures. */
export async function underLoad(
  name: string,
  { send, perSecond }: Load,
  change: () => Promise<unknown>,
): Promise<Outcome[]> {
  // The load of a production host comes from elsewhere.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const stop = startLoad(perSecond, send)
  try {
    await Bun.sleep(1_000)
    await change()
    await Bun.sleep(2_000)
  } finally {
    console.log(`${name}: ${summarize(await stop())}`)
    setPriority(constants.priority.PRIORITY_NORMAL)
  }
  return stop()
}
