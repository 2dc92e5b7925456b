// Uploads and imports of the pictures that were pasted or dropped into a text. Until a picture has its URL, the text holds
// a placeholder for it, which is not stored.

/** A picture of the media library. */
export type PickedImage = {
  url: string
  alt: string | null
  title: string | null
  width: number
  height: number
}

export type PictureSource = {
  upload: (
    file: File,
    options: { signal: AbortSignal; onProgress: (part: number) => void },
  ) => Promise<PickedImage>
  import: (url: string, options: { signal: AbortSignal }) => Promise<PickedImage>
}

/** Why a picture could not be stored; `words/…/editor.ts` has a sentence for each. */
export type FailureReason = 'too_large' | 'unsupported' | 'refused' | 'unreachable' | 'failed'

export type PictureJob = {
  /** As in the text: a placeholder for a file, the address for a picture of another site. */
  src: string
  kind: 'upload' | 'import'
  /** A file name or a host. */
  name: string
  state: 'waiting' | 'running' | 'failed'
  /** 0 to 1, null while unknown. */
  progress: number | null
  reason: FailureReason | null
}

const PLACEHOLDER = '#pasted-'
const MAX_RUNNING = 4

export const isPlaceholder = (src: unknown): boolean => typeof src === 'string' && src.startsWith(PLACEHOLDER)
/** Whether a picture is on another site. */
export const isExternal = (src: unknown): src is string =>
  typeof src === 'string' && /^(?:https?:)?\/\//i.test(src)

type Task = PictureJob & { file: File | null; abort: AbortController | null }

let lastPlaceholder = 0

export class PictureJobs {
  #tasks = new Map<string, Task>()
  /** By `src`: undoing and redoing can bring a placeholder back after its upload. */
  #results = new Map<string, PickedImage>()
  #dismissed = new Set<string>()
  #files = new Map<string, File>()
  #listeners = new Set<() => void>()
  #snapshot: readonly PictureJob[] = []
  readonly #source: PictureSource

  /** Called with each picture as soon as it is stored. */
  onStored: (src: string, image: PickedImage) => void = () => {}

  constructor(source: PictureSource) {
    this.#source = source
  }

  /** Starts an upload and returns the placeholder for the text. */
  upload(file: File): string {
    const src = `${PLACEHOLDER}${++lastPlaceholder}`
    this.#files.set(src, file)
    this.#add({ src, kind: 'upload', name: file.name, file })
    return src
  }

  /** Imports a picture of another site, once. */
  import(src: string): void {
    if (this.#tasks.has(src) || this.#dismissed.has(src)) return
    this.#add({ src, kind: 'import', name: hostOf(src), file: null })
  }

  /** Leaves these pictures of other sites alone: they were in the text before. */
  ignore(sources: Iterable<string>): void {
    for (const src of sources) this.#dismissed.add(src)
  }

  resultOf = (src: string): PickedImage | null => this.#results.get(src) ?? null
  fileOf = (src: string): File | null => this.#files.get(src) ?? null

  retry(src: string): void {
    this.#dismissed.delete(src)
    const task = this.#tasks.get(src)
    if (!task && isExternal(src)) this.import(src)
    if (task?.state !== 'failed') return
    Object.assign(task, { state: 'waiting', reason: null, progress: null })
    this.#next()
  }

  /** Ends a job; a picture of another site stays where it is. */
  dismiss(src: string): void {
    this.#dismissed.add(src)
    this.#tasks.get(src)?.abort?.abort()
    this.#tasks.delete(src)
    this.#next()
  }

  /** Ends the jobs of pictures that are no longer in the text. Undo brings a picture back, and its job with it. */
  keepOnly(sources: ReadonlySet<string>): void {
    for (const task of this.#tasks.values()) if (!sources.has(task.src)) this.#end(task)
    for (const src of sources) {
      const file = this.#files.get(src)
      if (file && !this.#tasks.has(src) && !this.#results.has(src)) {
        this.#add({ src, kind: 'upload', name: file.name, file })
      }
    }
  }

  close(): void {
    for (const task of this.#tasks.values()) task.abort?.abort()
    this.#tasks.clear()
    this.#listeners.clear()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  list = (): readonly PictureJob[] => this.#snapshot

  #add(task: Pick<Task, 'src' | 'kind' | 'name' | 'file'>): void {
    this.#tasks.set(task.src, { ...task, state: 'waiting', progress: null, reason: null, abort: null })
    this.#next()
  }

  #end(task: Task): void {
    task.abort?.abort()
    this.#tasks.delete(task.src)
    this.#next()
  }

  #next(): void {
    const tasks = [...this.#tasks.values()]
    const free = MAX_RUNNING - tasks.filter(({ state }) => state === 'running').length
    for (const task of tasks.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) {
      void this.#run(task)
    }
    this.#changed()
  }

  async #run(task: Task): Promise<void> {
    const abort = new AbortController()
    Object.assign(task, { state: 'running', abort })
    const { signal } = abort
    const onProgress = (part: number) => {
      task.progress = part
      this.#changed()
    }
    try {
      const image = await (task.file
        ? this.#source.upload(task.file, { signal, onProgress })
        : this.#source.import(task.src, { signal }))
      if (signal.aborted) return
      this.#results.set(task.src, image)
      this.#tasks.delete(task.src)
      this.onStored(task.src, image)
    } catch (error) {
      if (signal.aborted) return
      Object.assign(task, { state: 'failed', reason: reasonOf(error) })
    }
    this.#next()
  }

  #changed(): void {
    this.#snapshot = [...this.#tasks.values()].map(({ file: _, abort: __, ...job }) => ({ ...job }))
    for (const listener of this.#listeners) listener()
  }
}

/** The reason in an error response of the media API. */
export function reasonOf(error: unknown): FailureReason {
  const status = error instanceof Error && 'status' in error ? error.status : 0
  if (status === 413) return 'too_large'
  if (status === 415) return 'unsupported'
  if (status === 403 || status === 422) return 'refused'
  return status === 502 ? 'unreachable' : 'failed'
}

function hostOf(src: string): string {
  return URL.parse(src, 'https://base.invalid')?.host ?? src
}
