import type { Readable } from 'node:stream'
import { StorageError } from './storage.ts'

/** Throws `StorageError` when the stream fails. */
export async function readCompletely(stream: ReadableStream<Uint8Array>): Promise<Blob> {
  try {
    return await new Response(stream).blob()
  } catch (cause) {
    throw new StorageError(false, cause)
  }
}

/** A web stream that fails after a pause of `idleMs`, which the SDK does not bound (aws-sdk-js-v3 issue 8098). */
export function toWebStream(body: Readable, idleMs: number): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const timer = setTimeout(() => body.destroy(new Error('The object store stopped sending')), idleMs)
      try {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } finally {
        clearTimeout(timer)
      }
    },
    cancel() {
      body.destroy()
    },
  })
}
