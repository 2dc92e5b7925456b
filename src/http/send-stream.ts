import type { AppContext } from './app-env.ts'

export const csvHeaders = (name: string) => ({
  'Content-Type': 'text/csv; charset=utf-8; header=present',
  'Content-Disposition': `attachment; filename="${name}"`,
  'Cache-Control': 'no-store',
})

/**
 * Sends text as it is made, no faster than the client reads it. What fails before the first chunk is an answer of its
 * own; later the connection is cut, so that a part is never taken for the whole.
 */
export async function sendStream(
  c: AppContext,
  chunks: AsyncGenerator<string, void>,
  headers: Record<string, string>,
): Promise<Response> {
  // Nobody knows the length before the last row is read; without this Bun would say 0.
  if (c.env.method === 'HEAD') return c.body(null, 200, { ...headers, 'Transfer-Encoding': 'chunked' })
  let ahead: IteratorResult<string, void> | null = await chunks.next()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = ahead ?? (await chunks.next())
        ahead = null
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
