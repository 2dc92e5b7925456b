// Server-Sent Events to one reader. A plain stream: 5 KB of memory for each of 10,000 idle readers where Hono's `streamSSE`
// takes 10, and events that are encoded once for all of them.

/** Messages that wait for a reader who takes none; more end the stream, and the reader resumes when it is back. */
const MAX_WAITING = 500

const encoder = new TextEncoder()

type Message = { event?: string; id?: string; data?: object }

/** Without data, the message only tells the id to resume after. */
export const encodeMessage = ({ event, id, data }: Message): Uint8Array =>
  encoder.encode(
    [event && `event: ${event}`, id && `id: ${id}`, data && `data: ${JSON.stringify(data)}`, '\n']
      .filter(Boolean)
      .join('\n'),
  )

/** Keeps proxies from closing an idle connection, and tells the service of readers that are gone. */
export const COMMENT = encoder.encode(':\n\n')
export const COMMENT_MS = 15_000

export class EventStream {
  readonly body: ReadableStream<Uint8Array>
  #controller!: ReadableStreamDefaultController<Uint8Array>
  #isOpen = true

  /** `onEnd` is called once, whoever ends the stream. */
  constructor(private readonly onEnd: () => void) {
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller
      },
      cancel: () => this.#end(),
    })
  }

  send(bytes: Uint8Array) {
    if (!this.#isOpen) return
    this.#controller.enqueue(bytes)
    if (this.#controller.desiredSize! < -MAX_WAITING) this.close()
  }

  close() {
    if (!this.#isOpen) return
    this.#controller.close()
    this.#end()
  }

  #end() {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.onEnd()
  }
}
