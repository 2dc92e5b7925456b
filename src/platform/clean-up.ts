import { WorkLoop } from './work-loop.ts'

const PAUSE_MS = 10 * 60_000

/** Repeated tasks of each replica that delete expired rows. A failed task keeps no other from running. */
export class CleanUp {
  readonly #loop: WorkLoop

  constructor(
    private readonly tasks: readonly (() => Promise<void>)[],
    private readonly onError: (error: unknown) => void,
  ) {
    this.#loop = new WorkLoop({ pass: () => this.run(), pauseMs: PAUSE_MS, onError })
  }

  /** Runs every task once. */
  async run(): Promise<void> {
    for (const task of this.tasks) await task().catch(this.onError)
  }

  /** Runs them at once and every ten minutes until `stop`. */
  start() {
    this.#loop.start()
  }

  stop() {
    return this.#loop.stop()
  }
}
