import type { AppContext } from '../requests/app-env.ts'

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // nginx would collect the events.
  'X-Accel-Buffering': 'no',
}

/** The id after which a reader resumes; null for a new one. */
export const lastEventId = (c: AppContext): string | null =>
  c.req.header('Last-Event-ID')?.slice(0, 400) || null

/** Sends a stream of events; `open` throws what is refused. */
export async function sendEvents(c: AppContext, open: () => Promise<ReadableStream<Uint8Array>>) {
  // As long as a HEAD is unanswered, so is its stream.
  if (c.env.method === 'HEAD') return c.body(null, 200, { ...HEADERS, 'Transfer-Encoding': 'chunked' })
  return c.body(await open(), 200, HEADERS)
}
