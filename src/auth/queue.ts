/**
 * Runs a few tasks at once and keeps a few more waiting, first come first served; `refusal` makes the error for what
 * finds the queue full.
 */
export function createQueue({ atOnce, waiting, refusal }: Bounds) {
  const turns: (() => void)[] = []
  let running = 0
  return {
    get idle() {
      return running === 0
    },
    async run<T>(task: () => Promise<T>): Promise<T> {
      if (running < atOnce) running++
      else if (turns.length >= waiting) throw refusal()
      // Whoever ends hands its place over, so that nobody who comes in between takes it.
      else await new Promise<void>((resolve) => turns.push(resolve))
      try {
        return await task()
      } finally {
        const next = turns.shift()
        if (next) next()
        else running--
      }
    },
  }
}

export type Bounds = { atOnce: number; waiting: number; refusal: () => Error }
export type Queue = ReturnType<typeof createQueue>
