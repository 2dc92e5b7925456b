type Options = {
  /** Does what is due now. */
  pass: () => Promise<void>
  pauseMs: number
  onError: (error: unknown) => void
}

/** Runs passes with pauses between them, one at a time, until `stop`. A failed pass ends with `onError`. */
export class WorkLoop {
  #timer: Timer | undefined
  #running: Promise<void> | null = null
  #isWoken = false
  #isStopped = true

  constructor(private readonly options: Options) {}

  get isStopped() {
    return this.#isStopped
  }

  get isRunning() {
    return this.#running !== null
  }

  start() {
    this.#isStopped = false
    this.wake()
  }

  /** Begins a pass at once, or right after the one that is running. */
  wake() {
    if (this.#isStopped) return
    this.#isWoken = true
    clearTimeout(this.#timer)
    this.#running ??= this.#run().finally(() => {
      this.#running = null
      if (!this.#isStopped) this.#timer = setTimeout(() => this.wake(), this.options.pauseMs)
    })
  }

  /** Begins no more passes; resolves when the running one has ended. */
  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  async #run() {
    const { pass, onError } = this.options
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false
      await pass().catch(onError)
    }
  }
}
