/** A task of which one run is under way at a time: calls during a run get its result. */
export type SingleFlight<T> = {
  run(): Promise<T>
  /** The run that is under way. */
  readonly current: Promise<T> | null
}

export function createSingleFlight<T>(task: () => Promise<T>): SingleFlight<T> {
  let current: Promise<T> | null = null
  return {
    run() {
      current ??= task().finally(() => {
        current = null
      })
      return current
    },
    get current() {
      return current
    },
  }
}
