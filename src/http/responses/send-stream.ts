import type { AppContext } from '../requests/app-env.ts'

export const csvHeaders = (name: string) => ({
  'Content-Type': 'text/csv; charset=utf-8; header=present',
  'Content-Disposition': `attachment; filename="${name}"`,
  'Cache-Control': 'no-store',
})

/**
 * Streams text as fast as the client reads it. An error before the first chunk becomes an ordinary error response; a
 * later one cuts the connection, so that a client never takes a part for the whole.
 */
export async function sendStream(
  c: AppContext,
  chunks: AsyncGenerator<string, void>,
  headers: Record<string, string>,
): Promise<Response> {
  // The length is unknown until the last row is read; without this header Bun would send `Content-Length: 0`.
  if (c.env.method === 'HEAD') return c.body(null, 200, { ...headers, 'Transfer-Encoding': 'chunked' })
  let first: IteratorResult<string, void> | null = await chunks.next()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = first ?? (await chunks.next())
        first = null
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await chunks.return()
      },
    },
    { highWaterMark: 0 },
  )
  return c.body(body, 200, headers)
}
