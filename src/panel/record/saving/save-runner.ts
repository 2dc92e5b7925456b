// Sends the requests of a save queue, one at a time, and keeps its timer.
import { type Delay, delay } from '../state/delay.ts'
import { type Failure, IDLE, type QueueEvent, type SaveQueue, step } from './save-queue.ts'

export type Attempt<Extra> = { isAutosave: boolean; extra: Extra | null }
export type Outcome<Stored> = { stored: Stored } | { failure: Failure; retryAfterMs?: number }

export type SaveRunnerParts<Extra, Stored> = {
  /** Whether an autosave would have something to send. */
  isDirty(): boolean
  /** Whether an autosave may be sent now, such as not before a new record has its required fields. */
  isReady(): boolean
  /** Sends one request. Never rejects. */
  send(attempt: Attempt<Extra>): Promise<Outcome<Stored>>
  onChange(queue: SaveQueue): void
  /** `setTimeout` unless this is given. */
  delay?: Delay
}

/** `Extra` is what a save sets besides the fields of the form, such as its status. */
export class SaveRunner<Extra, Stored> {
  queue: SaveQueue = IDLE
  #stopTimer = () => {}
  #asked: { extra: Extra | null; answer: (stored: Stored | null) => void }[] = []
  #current: Promise<void> = Promise.resolve()
  readonly #parts: SaveRunnerParts<Extra, Stored>

  constructor(parts: SaveRunnerParts<Extra, Stored>) {
    this.#parts = parts
  }

  /** Saves after any request that is under way. Resolves with the stored record, or null if it was not stored. */
  save(extra: Extra | null = null): Promise<Stored | null> {
    return new Promise((answer) => {
      this.#asked.push({ extra, answer })
      this.tell({ type: 'asked' })
    })
  }

  tell(event: QueueEvent) {
    const before = this.queue
    const isEarly = (event.type === 'left' || event.type === 'elapsed') && !before.isOwed
    if (isEarly && !this.#parts.isReady()) {
      // The next key or the next field asks again.
      this.queue = { ...before, wait: null }
      return
    }
    this.queue = step(before, event, this.#parts.isDirty())
    if (this.queue.wait !== before.wait) this.#startTimer()
    const hasEnded = event.type === 'stored' || event.type === 'failed'
    if (this.queue.running !== null && (before.running === null || hasEnded)) this.#current = this.#run()
    this.#parts.onChange(this.queue)
  }

  /** Sends at once what would be saved after the pause; resolves when no request is under way. */
  async flush(): Promise<void> {
    this.tell({ type: 'left' })
    while (this.queue.running !== null) await this.#current
  }

  close() {
    this.#stopTimer()
  }

  #startTimer() {
    this.#stopTimer()
    const { wait } = this.queue
    const start = this.#parts.delay ?? delay
    this.#stopTimer = wait ? start(() => this.tell({ type: 'elapsed' }), wait.ms) : () => {}
  }

  async #run() {
    const isAutosave = this.queue.running === 'autosave'
    // An owed save, which is sent again by itself, has nobody who waits for it.
    const asked = isAutosave ? undefined : this.#asked.shift()
    const extra = asked?.extra ?? null
    const outcome = await this.#parts.send({ isAutosave, extra })
    if ('stored' in outcome) this.tell({ type: 'stored' })
    else {
      const { failure: reason, retryAfterMs = 0 } = outcome
      this.tell({ type: 'failed', reason, isPlain: extra === null, retryAfterMs })
    }
    asked?.answer('stored' in outcome ? outcome.stored : null)
  }
}
