/** Runs tasks in the order they arrive, a bounded number at once. */
export type BoundedQueue = {
  /** No task is running. */
  readonly isIdle: boolean
  /** Throws `createRefusal()` when every place is taken. */
  run<T>(task: () => Promise<T>): Promise<T>
}

export type QueueLimits = {
  maxRunning: number
  maxWaiting: number
  /** The error for a task that finds the queue full. */
  createRefusal: () => Error
}

export function createBoundedQueue({ maxRunning, maxWaiting, createRefusal }: QueueLimits): BoundedQueue {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    get isIdle() {
      return running === 0
    },
    async run(task) {
      if (running < maxRunning) running++
      else if (waiting.length >= maxWaiting) throw createRefusal()
      // A finished task hands its place to the next one directly, so a new arrival cannot jump the queue.
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
