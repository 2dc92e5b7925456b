export type ServiceEvent = { event: string; id: string | null; data: unknown }

/** The service sends a comment every 15 seconds: a connection that is silent for longer is dead. */
const SILENCE_MS = 40_000

type Reading = {
  token: string
  lastId: string | null
  signal: AbortSignal
  onEvent: (event: ServiceEvent) => void
}

/** Reads the events of the service until the stream ends. `onEvent` is told of the beginning, too, as `open`. */
export async function readEvents({ token, lastId, signal, onEvent }: Reading): Promise<void> {
  const silent = new AbortController()
  let timer = 0
  const restart = () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => silent.abort(), SILENCE_MS)
  }
  restart()
  try {
    const response = await fetch('/api/admin/events', {
      headers: { Authorization: `Bearer ${token}`, ...(lastId !== null && { 'Last-Event-ID': lastId }) },
      signal: AbortSignal.any([signal, silent.signal]),
    })
    if (!response.ok || !response.body) return
    onEvent({ event: 'open', id: null, data: null })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return
      restart()
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) onEvent(parseBlock(block))
    }
  } finally {
    clearTimeout(timer)
  }
}

function parseBlock(block: string): ServiceEvent {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
  const data = fields.get('data')
  return {
    event: fields.get('event') ?? '',
    id: fields.get('id') ?? null,
    data: data ? JSON.parse(data) : null,
  }
}
