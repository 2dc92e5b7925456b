/** Runs tasks in order of arrival, a limited number at a time. */
export type BoundedQueue = {
  /** No task is running. */
  readonly isIdle: boolean
  /** Throws `createRefusal()` when the queue is full. */
  run<T>(task: () => Promise<T>): Promise<T>
}

export type QueueLimits = {
  maxRunning: number
  /** Any number waits unless this is given. */
  maxWaiting?: number
  /** The error for a task that finds the queue full. */
  createRefusal?: () => Error
}

export function createBoundedQueue({
  maxRunning,
  maxWaiting = Number.POSITIVE_INFINITY,
  createRefusal = () => new Error('The queue is full.'),
}: QueueLimits): BoundedQueue {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    get isIdle() {
      return running === 0
    },
    async run(task) {
      if (running < maxRunning) running++
      else if (waiting.length >= maxWaiting) throw createRefusal()
      // A finished task passes its slot on directly, so a new arrival cannot jump the queue.
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await task()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
