// Uploads of many files: four at once, each with progress, retry and cancel.
import type { Media } from '../../client/index.ts'

export type Upload = {
  id: number
  name: string
  state: 'waiting' | 'running' | 'failed' | 'done'
  /** 0 to 1. */
  progress: number
  error: unknown
  media: Media | null
}

type SendFile = (
  file: File,
  options: { signal: AbortSignal; onProgress: (part: number) => void },
) => Promise<Media>

type Task = Upload & { file: File; abort: AbortController | null }

const MAX_RUNNING = 4

export class UploadQueue {
  #tasks: Task[] = []
  #lastId = 0
  #snapshot: readonly Upload[] = []
  #listeners = new Set<() => void>()
  readonly #send: SendFile
  onDone: (media: Media, name: string) => void = () => {}

  constructor(send: SendFile) {
    this.#send = send
  }

  add(files: Iterable<File>): void {
    for (const file of files) {
      const id = ++this.#lastId
      this.#tasks.push({
        ...{ id, name: file.name, file, state: 'waiting', progress: 0 },
        ...{ error: null, media: null, abort: null },
      })
    }
    this.#next()
  }

  retry(id: number): void {
    const task = this.#tasks.find((task) => task.id === id && task.state === 'failed')
    if (task) Object.assign(task, { state: 'waiting', progress: 0, error: null })
    this.#next()
  }

  /** Takes an upload out of the list, and cancels it if it is under way. */
  remove(id: number): void {
    this.#tasks.find((task) => task.id === id)?.abort?.abort()
    this.#tasks = this.#tasks.filter((task) => task.id !== id)
    this.#next()
  }

  clearDone(): void {
    this.#tasks = this.#tasks.filter(({ state }) => state !== 'done')
    this.#changed()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  list = (): readonly Upload[] => this.#snapshot

  #next(): void {
    const free = MAX_RUNNING - this.#tasks.filter(({ state }) => state === 'running').length
    const waiting = this.#tasks.filter(({ state }) => state === 'waiting')
    for (const task of waiting.slice(0, Math.max(0, free))) void this.#run(task)
    this.#changed()
  }

  async #run(task: Task): Promise<void> {
    const abort = new AbortController()
    Object.assign(task, { state: 'running', abort })
    const onProgress = (progress: number) => {
      task.progress = progress
      this.#changed()
    }
    try {
      const media = await this.#send(task.file, { signal: abort.signal, onProgress })
      if (abort.signal.aborted) return
      Object.assign(task, { state: 'done', progress: 1, media })
      this.onDone(media, task.name)
    } catch (error) {
      if (abort.signal.aborted) return
      Object.assign(task, { state: 'failed', error })
    }
    this.#next()
  }

  #changed(): void {
    this.#snapshot = this.#tasks.map(({ file: _, abort: __, ...upload }) => ({ ...upload }))
    for (const listener of this.#listeners) listener()
  }
}
