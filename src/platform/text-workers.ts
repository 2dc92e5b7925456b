// Work on texts of people without blocking the event loop: small texts at once, others in a pool of worker threads, which are
// started on demand and stopped when idle.
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { AppError, unavailable } from '../text/errors.ts'
import { analyzeSeo, type SeoReport } from '../text/seo-analysis/analyze-seo.ts'
import type { SeoInput } from '../text/seo-analysis/seo-input.ts'
import { createBoundedQueue } from './bounded-queue.ts'
import { type SanitizeOptions, sanitizeRichText } from './security/sanitize-rich-text.ts'
import type { Job } from './text-worker.ts'

/** All throw `TextTimeoutError`, and 503 if too many texts are waiting or the workers are closed. */
export type TextWorkers = {
  /** The result of `sanitizeRichText`. */
  sanitize(html: string, options: SanitizeOptions): Promise<string>
  /** The result of `analyzeSeo`. */
  rate(input: SeoInput): Promise<SeoReport>
  /** Stops all threads; texts being worked on fail with 503. */
  close(): void
}

/** A text took longer than the time limit. */
export class TextTimeoutError extends Error {}

// The worker is a thread, so it is not imported. In the image it is JavaScript beside the bundle.
const WORKER = new URL(`text-worker${extname(import.meta.path)}`, import.meta.url)

type Limits = { maxWorkers?: number; timeoutMs?: number | undefined; idleMs?: number }

/** A text up to these lengths, with this much markup, takes less than 20 ms. */
const MAX_QUICK_LENGTH = { sanitize: 65_536, rate: 16_384 }
const MAX_QUICK_MARKUP = 2_000
const MAX_WAITING = 16

/** The same without threads, for small and trusted texts. */
export const inlineTextWork: TextWorkers = {
  sanitize: async (html, options) => sanitizeRichText(html, options),
  rate: async (input) => analyzeSeo(input),
  close: () => {},
}

/**
 * At most `maxWorkers` texts are worked on at once, each within `timeoutMs`; a thread stops after `idleMs` without work.
 */
export function createTextWorkers({
  maxWorkers = Math.min(2, Math.max(1, availableParallelism() - 1)),
  timeoutMs = 15_000,
  idleMs = 30_000,
}: Limits = {}): TextWorkers {
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

  async function runInWorker<Result>(job: Job): Promise<Result> {
    if (isClosed) throw unavailable('text processor')
    const worker = takeWorker()
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const cancel = () => reject(unavailable('text processor'))
    cancelRunning.add(cancel)
    const timer = setTimeout(() => reject(new TextTimeoutError()), timeoutMs)
    worker.onmessage = ({ data }: MessageEvent<Result>) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(`The text thread failed: ${message}`))
    // Keeps the process alive only while it works.
    worker.ref()
    worker.postMessage(job)
    try {
      const result = await promise
      worker.unref()
      keepWorker(worker)
      return result
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
      if (isQuick(html, MAX_QUICK_LENGTH.sanitize)) return sanitizeRichText(html, options)
      return queue.run(() => runInWorker(['sanitize', html, options]))
    },
    async rate(input) {
      if (isQuick(input.content ?? '', MAX_QUICK_LENGTH.rate)) return analyzeSeo(input)
      return queue.run(() => runInWorker(['rate', input]))
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

const isQuick = (html: string, maxLength: number) =>
  html.length <= maxLength && (html.match(/[<>&=]/g)?.length ?? 0) <= MAX_QUICK_MARKUP
