// The files that are being uploaded to the library, and those that are done until the list is cleared.
import type { Media } from '../../client/index.ts'
import { type TaskOptions, TaskQueue, type TaskState } from '../app/api/task-queue.ts'

type Named = { id: number; name: string }
export type Upload = Named & TaskState

export class UploadQueue {
  #queue = new TaskQueue<number, Named, Media>()
  #lastId = 0
  readonly #send: (file: File, options: TaskOptions) => Promise<Media>
  onDone: (media: Media, name: string) => void = () => {}

  constructor(send: (file: File, options: TaskOptions) => Promise<Media>) {
    this.#send = send
  }

  add(files: Iterable<File>): void {
    for (const file of files) {
      const [id, { name }] = [++this.#lastId, file]
      this.#queue.add(
        id,
        { id, name },
        {
          run: (options) => this.#send(file, options),
          onDone: (media) => this.onDone(media, name),
        },
      )
    }
  }

  clearDone(): void {
    for (const { id, state } of this.list()) if (state === 'done') this.remove(id)
  }

  retry = (id: number): void => this.#queue.retry(id)
  remove = (id: number): void => this.#queue.remove(id)
  clear = (): void => this.#queue.clear()
  subscribe = this.#queue.subscribe
  list = this.#queue.list
}
