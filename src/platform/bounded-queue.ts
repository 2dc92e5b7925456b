/** Runs tasks a limited number at a time, in order of arrival, and those that go first before all others that wait. */
export type BoundedQueue = {
  /** No task is running. */
  readonly isIdle: boolean
  /** Throws `createRefusal()` when as many of its kind wait as may. */
  run<T>(task: () => Promise<T>, options?: { goesFirst?: boolean | undefined }): Promise<T>
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
  const first: (() => void)[] = []
  let running = 0
  return {
    get isIdle() {
      return running === 0
    },
    async run(task, { goesFirst = false } = {}) {
      const line = goesFirst ? first : waiting
      if (running < maxRunning) running++
      else if (line.length >= maxWaiting) throw createRefusal()
      // A finished task passes its slot on directly, so a new arrival cannot jump the queue.
      else await new Promise<void>((resolve) => line.push(resolve))
      try {
        return await task()
      } finally {
        const next = first.shift() ?? waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
