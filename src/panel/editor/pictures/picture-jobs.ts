// Uploads and imports of the pictures that were pasted or dropped into a text. Until a picture has its URL, the text holds
// a placeholder for it, which is not stored.
import { type TaskOptions, TaskQueue, type TaskState } from '../../app/api/task-queue.ts'

/** A picture of the media library. */
export type PickedImage = {
  url: string
  alt: string | null
  title: string | null
  width: number
  height: number
}

export type PictureSource = {
  upload: (file: File, options: TaskOptions) => Promise<PickedImage>
  import: (url: string, options: TaskOptions) => Promise<PickedImage>
}

/** The reason that a picture could not be stored; `words/…/editor.ts` has a sentence for each. */
export type FailureReason = 'too_large' | 'unsupported' | 'refused' | 'unreachable' | 'failed'

type Named = {
  /** The address in the text: a placeholder for a file, the own address of a picture of another site. */
  src: string
  kind: 'upload' | 'import'
  /** A file name or a host. */
  name: string
}
export type PictureJob = Named & TaskState

const PLACEHOLDER = '#pasted-'

export const isPlaceholder = (src: unknown): boolean => typeof src === 'string' && src.startsWith(PLACEHOLDER)
/** Whether a picture is on another site. */
export const isExternal = (src: unknown): src is string =>
  typeof src === 'string' && /^(?:https?:)?\/\//i.test(src)

let lastPlaceholder = 0

export class PictureJobs {
  #queue = new TaskQueue<string, Named, PickedImage>()
  /** Results by `src`: undoing and redoing can bring a placeholder back after its upload. */
  #results = new Map<string, PickedImage>()
  #ignored = new Map<string, { isShown: boolean }>()
  #files = new Map<string, File>()
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
    this.#upload(src, file)
    return src
  }

  /** Imports a picture of another site, once. */
  import(src: string): void {
    if (!this.#queue.has(src) && !this.#ignored.has(src)) this.#import(src)
  }

  /** Leaves these pictures of other sites alone until `retry`: they came with the text. */
  ignore(pictures: Iterable<{ src: string; isLeftOut: boolean }>): void {
    for (const { src, isLeftOut } of pictures) this.#ignored.set(src, { isShown: !isLeftOut })
  }
  /** Whether the text came with this picture, for visitors to see. */
  isShown = (src: string): boolean => this.#ignored.get(src)?.isShown ?? false

  resultOf = (src: string): PickedImage | null => this.#results.get(src) ?? null
  fileOf = (src: string): File | null => this.#files.get(src) ?? null

  retry(src: string): void {
    if (!this.#queue.has(src) && isExternal(src)) this.#import(src)
    else this.#queue.retry(src)
  }

  /** Ends the jobs of pictures that are no longer in the text. Undo brings a picture back, and its job with it. */
  keepOnly(sources: ReadonlySet<string>): void {
    for (const src of this.#queue.keys()) if (!sources.has(src)) this.#queue.remove(src)
    for (const src of sources) {
      const file = this.#files.get(src)
      if (file && !this.#queue.has(src) && !this.#results.has(src)) this.#upload(src, file)
    }
  }

  close = (): void => this.#queue.close()
  subscribe = this.#queue.subscribe
  list: () => readonly PictureJob[] = this.#queue.list

  #upload(src: string, file: File): void {
    this.#add({ src, kind: 'upload', name: file.name }, (options) => this.#source.upload(file, options))
  }

  #import(src: string): void {
    const named = { src, kind: 'import' as const, name: URL.parse(src, 'https://base.invalid')?.host ?? src }
    this.#add(named, (options) => this.#source.import(src, options))
  }

  #add(named: Named, run: (options: TaskOptions) => Promise<PickedImage>): void {
    const { src } = named
    this.#queue.add(src, named, {
      run,
      onDone: (image) => {
        this.#results.set(src, image)
        this.#queue.remove(src)
        this.onStored(src, image)
      },
    })
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
