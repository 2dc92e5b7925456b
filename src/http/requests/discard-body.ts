// Reads on what a client still sends after its body was refused, and throws it away. A connection that is closed with bytes
// unread is reset, and the client loses the response (RFC 9112, 9.6); up to 1.5 MB of a body that nobody reads are in memory.

const MEGABYTE = 1_048_576
/** Of a connection: enough for the largest body that somebody sends by mistake, over a common line. */
const MAX_BYTES = 64 * MEGABYTE
const MAX_MS = 8_000
/** A body that announces its length has this time, and as much again for each megabyte. */
const MS_PER_MEGABYTE = 1_000
/** Above these, connections are closed at once. */
const MAX_UNREAD = 512
const MAX_BEGUN = 32

type Reader = Pick<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, 'read' | 'cancel'>

const discards = new WeakMap<Request, Promise<void>>()
const count = { unread: 0, begun: 0 }

/** Whether the body of this request was refused, so that its rest is thrown away. */
export const isDiscarded = (request: Request) => discards.has(request)

/**
 * Throws away a body, or the rest of one whose `reader` has begun it. Resolves when the response can be sent: at the end of
 * the body, or when its time or size has run out.
 */
export function discardBody(request: Request, reader?: Reader): Promise<void> {
  const known = discards.get(request)
  if (known) return known
  const [kind, max] = reader ? (['begun', MAX_BEGUN] as const) : (['unread', MAX_UNREAD] as const)
  const announced = Number(request.headers.get('Content-Length') ?? MAX_BYTES)
  if (announced > MAX_BYTES || count[kind] >= max) {
    void (reader ?? request.body)?.cancel().catch(() => {})
    const nothing = Promise.resolve()
    discards.set(request, nothing)
    return nothing
  }
  count[kind]++
  const { promise: overdue, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, Math.min(MAX_MS, (1 + announced / MEGABYTE) * MS_PER_MEGABYTE))
  // Fails when the client closes the connection.
  const end = (reader ? readOn(reader) : drain(request)).catch(() => {})
  const discard = Promise.race([end, overdue]).finally(() => {
    clearTimeout(timer)
    count[kind]--
  })
  discards.set(request, discard)
  return discard
}

/** Without bringing the bytes into JavaScript, where the chunks of 400 connections take 130 MB. */
async function drain({ body }: Request): Promise<void> {
  await Bun.write(Bun.file('/dev/null'), new Response(body))
}

async function readOn(reader: Reader) {
  for (let bytes = 0; bytes <= MAX_BYTES; ) {
    const { done, value } = await reader.read()
    if (done) return
    bytes += value.byteLength
    // Frees the chunk at once.
    value.buffer.transfer(0)
  }
  await reader.cancel()
}
