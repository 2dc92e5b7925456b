// A reader of server-sent events.
import { PATIENCE_MS } from './eventually.ts'

export type ReadEvent = { event: string; id: string | null; data: any }

export type EventReader = {
  status: number
  headers: Headers
  /** The problem of a refused stream. */
  problem: any
  /** Everything received so far; comments are events of the name `:`. */
  received: ReadEvent[]
  lastId: string | null
  /** The first event that `wanted` accepts, of those received and those to come; throws when the stream ends first, or after `PATIENCE_MS`. */
  next(wanted: (event: ReadEvent) => boolean): Promise<ReadEvent>
  /** Resolves when the service ends the stream. */
  ended: Promise<void>
  close(): Promise<void>
}

/** Reads the events of a response until it ends. */
export async function readEvents(response: Response): Promise<EventReader> {
  const isOpen = response.status === 200
  const reader = isOpen ? response.body!.getReader() : null
  const waiting = new Set<() => void>()
  const received: ReadEvent[] = []
  let isOver = false
  let rest = ''
  const wake = () => {
    for (const look of waiting) look()
  }

  const problem = isOpen ? null : await response.json()
  const result: EventReader = {
    status: response.status,
    headers: response.headers,
    problem,
    received,
    lastId: null,
    next: (wanted) =>
      new Promise((resolve, reject) => {
        const fail = (why: string) => reject(new Error(`${why} after ${JSON.stringify(received)}`))
        const timer = setTimeout(() => fail('no such event'), PATIENCE_MS)
        const look = () => {
          const found = received.find(wanted)
          if (found) resolve(found)
          else if (isOver) fail('the stream ended')
          else return
          clearTimeout(timer)
          waiting.delete(look)
        }
        waiting.add(look)
        look()
      }),
    ended: isOpen ? read() : Promise.resolve(),
    close: async () => void (await reader?.cancel().catch(() => {})),
  }
  return result

  async function read() {
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await reader!.read().catch(() => ({ done: true, value: undefined }))
      if (done) break
      rest += decoder.decode(value, { stream: true })
      const blocks = rest.split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) note(block)
      wake()
    }
    isOver = true
    wake()
  }

  function note(block: string) {
    const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
    const id = fields.get('id') ?? null
    if (id !== null) result.lastId = id
    const data = fields.get('data')
    if (data !== undefined)
      received.push({ event: fields.get('event') ?? 'message', id, data: JSON.parse(data) })
    else if (block.startsWith(':')) received.push({ event: ':', id: null, data: null })
  }
}

type Requesting = {
  request: (path: string, init?: RequestInit, env?: object) => Response | Promise<Response>
}

/** Opens a stream of an application of a test. */
export async function openEvents(
  app: Requesting,
  { path = '/api/admin/events', token = null, lastId = null, peer }: Opening = {},
): Promise<EventReader> {
  const headers = {
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...(lastId !== null && { 'Last-Event-ID': lastId }),
  }
  return readEvents(await app.request(path, { headers }, { peer }))
}

type Opening = { path?: string; token?: string | null; lastId?: string | null; peer?: string | undefined }
