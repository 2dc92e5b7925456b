// Work that needs a core and much memory, a few pieces at a time.
import { AppError } from '../errors.ts'

export type Queue = { run<T>(work: () => Promise<T>): Promise<T> }

/** Runs up to `running` at once, in the order they came; up to `waiting` more wait, and beyond that `run` throws 503. */
export function createQueue({ running, waiting }: { running: number; waiting: number }): Queue {
  let free = running
  const queue: (() => void)[] = []
  return {
    async run(work) {
      if (free > 0) free--
      else {
        if (queue.length >= waiting) throw busy()
        // Whoever ends hands its place over, so that nobody slips in between.
        await new Promise<void>((resolve) => queue.push(resolve))
      }
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else free++
      }
    },
  }
}

const busy = () =>
  new AppError('unavailable', 'Too many images are being worked on; try again later.', {
    headers: { 'Retry-After': '10' },
  })
