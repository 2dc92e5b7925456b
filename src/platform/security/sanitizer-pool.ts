// Sanitizes rich text without blocking the event loop: small texts at once, others in a pool of worker threads, which are
// started on demand and stopped when idle.
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { AppError, unavailable } from '../../text/errors.ts'
import { createBoundedQueue } from '../bounded-queue.ts'
import type { Job } from './rich-text-worker.ts'
import { type SanitizeOptions, sanitizeRichText } from './sanitize-rich-text.ts'

export type RichTextSanitizer = {
  /**
   * Like `sanitizeRichText`. Throws `SanitizeTimeoutError`, and 503 if too many texts are waiting or the sanitizer is
   * closed.
   */
  sanitize(html: string, options: SanitizeOptions): Promise<string>
  /** Stops all threads; texts being sanitized fail with 503. */
  close(): void
}

/** Sanitizing took longer than the time limit. */
export class SanitizeTimeoutError extends Error {}

// Loaded as a thread, so not imported. In the image it is JavaScript beside the bundle.
const WORKER = new URL(`rich-text-worker${extname(import.meta.path)}`, import.meta.url)

type Limits = { maxWorkers?: number; timeoutMs?: number; idleMs?: number }

/** Up to this length, and with this much markup, sanitizing takes less than 20 ms. */
const MAX_QUICK_LENGTH = 65_536
const MAX_QUICK_MARKUP = 2_000
const MAX_WAITING = 16

/** Sanitizes small, trusted texts without a pool. */
export const inlineSanitizer: RichTextSanitizer = {
  sanitize: async (html, options) => sanitizeRichText(html, options),
  close: () => {},
}

/**
 * At most `maxWorkers` texts are sanitized at once, each within `timeoutMs`; a thread stops after `idleMs` without work.
 */
export function createRichTextSanitizer({
  maxWorkers = Math.min(2, Math.max(1, availableParallelism() - 1)),
  timeoutMs = 5_000,
  idleMs = 30_000,
}: Limits = {}): RichTextSanitizer {
  const queue = createBoundedQueue({
    maxRunning: maxWorkers,
    maxWaiting: MAX_WAITING,
    createRefusal: () =>
      new AppError('unavailable', 'Too many large texts are being processed; try again later.', {
        headers: { 'Retry-After': '5' },
      }),
  })
  const idle: { worker: Worker; timer: Timer }[] = []
  const cancelRunning = new Set<() => void>()
  let isClosed = false

  function takeWorker(): Worker {
    const free = idle.pop()
    clearTimeout(free?.timer)
    return free?.worker ?? new Worker(WORKER, { smol: true })
  }

  function keepWorker(worker: Worker) {
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((free) => free.worker === worker),
        1,
      )
      worker.terminate()
    }, idleMs)
    timer.unref()
    idle.push({ worker, timer })
  }

  async function runInWorker(job: Job): Promise<string> {
    if (isClosed) throw unavailable('sanitizer')
    const worker = takeWorker()
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const cancel = () => reject(unavailable('sanitizer'))
    cancelRunning.add(cancel)
    const timer = setTimeout(() => reject(new SanitizeTimeoutError()), timeoutMs)
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(`The sanitizer thread failed: ${message}`))
    // Keeps the process alive only while it works.
    worker.ref()
    worker.postMessage(job)
    try {
      const html = await promise
      worker.unref()
      keepWorker(worker)
      return html
    } catch (error) {
      worker.terminate()
      throw error
    } finally {
      clearTimeout(timer)
      cancelRunning.delete(cancel)
    }
  }

  return {
    async sanitize(html, options) {
      if (isQuick(html)) return sanitizeRichText(html, options)
      return queue.run(() => runInWorker([html, options]))
    },
    close() {
      isClosed = true
      for (const cancel of cancelRunning) cancel()
      for (const { worker, timer } of idle.splice(0)) {
        clearTimeout(timer)
        worker.terminate()
      }
    },
  }
}

const isQuick = (html: string) =>
  html.length <= MAX_QUICK_LENGTH && (html.match(/[<>&=]/g)?.length ?? 0) <= MAX_QUICK_MARKUP
