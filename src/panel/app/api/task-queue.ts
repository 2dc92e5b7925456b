// Requests that take a while, such as uploads: four at once, in order, each with progress, retry and cancel.
const MAX_RUNNING = 4

export type TaskState = {
  state: 'waiting' | 'running' | 'failed' | 'done'
  /** 0 to 1, null while unknown. */
  progress: number | null
  /** Why it failed. */
  error: unknown
}

export type TaskOptions = { signal: AbortSignal; onProgress: (part: number) => void }

type Work<Result> = {
  run: (options: TaskOptions) => Promise<Result>
  /** Called with the result, but not of a task that was removed meanwhile. */
  onDone: (result: Result) => void
}

type Task<Named, Result> = Work<Result> & { shown: Named & TaskState; abort: AbortController | null }

/** `Named` is what lists show of a task besides its state. */
export class TaskQueue<Key, Named extends object, Result> {
  #tasks = new Map<Key, Task<Named, Result>>()
  #snapshot: readonly (Named & TaskState)[] = []
  #listeners = new Set<() => void>()

  add(key: Key, named: Named, work: Work<Result>): void {
    const shown = { ...named, state: 'waiting' as const, progress: null, error: null }
    this.#tasks.set(key, { ...work, shown, abort: null })
    this.#next()
  }

  has = (key: Key): boolean => this.#tasks.has(key)
  keys = (): Key[] => [...this.#tasks.keys()]

  /** Tries a failed task again. */
  retry(key: Key): void {
    const task = this.#tasks.get(key)
    if (task?.shown.state !== 'failed') return
    this.#change(task, { state: 'waiting', progress: null, error: null })
    this.#next()
  }

  /** Takes a task out of the queue, and cancels it if it is under way. */
  remove(key: Key): void {
    this.#tasks.get(key)?.abort?.abort()
    this.#tasks.delete(key)
    this.#next()
  }

  /** Takes all tasks out of the queue, and cancels those under way. */
  clear(): void {
    for (const { abort } of this.#tasks.values()) abort?.abort()
    this.#tasks.clear()
    this.#report()
  }

  close(): void {
    this.#listeners.clear()
    this.clear()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  list = (): readonly (Named & TaskState)[] => this.#snapshot

  #next(): void {
    const inState = (state: TaskState['state']) =>
      [...this.#tasks.values()].filter(({ shown }) => shown.state === state)
    const free = Math.max(0, MAX_RUNNING - inState('running').length)
    for (const task of inState('waiting').slice(0, free)) void this.#run(task)
    this.#report()
  }

  async #run(task: Task<Named, Result>): Promise<void> {
    task.abort = new AbortController()
    const { signal } = task.abort
    this.#change(task, { state: 'running' })
    const onProgress = (progress: number) => {
      this.#change(task, { progress })
      this.#report()
    }
    try {
      const result = await task.run({ signal, onProgress })
      if (signal.aborted) return
      this.#change(task, { state: 'done', progress: 1 })
      task.onDone(result)
    } catch (error) {
      if (signal.aborted) return
      this.#change(task, { state: 'failed', error })
    }
    this.#next()
  }

  #change(task: Task<Named, Result>, change: Partial<TaskState>): void {
    task.shown = { ...task.shown, ...change }
  }

  #report(): void {
    this.#snapshot = [...this.#tasks.values()].map(({ shown }) => shown)
    for (const listener of this.#listeners) listener()
  }
}
