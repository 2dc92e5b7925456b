// Writes the unsaved changes of one form: always the latest, one write at a time, so that fast typing does not pile up.
import type { KeptChanges, KeptStore } from './kept-changes.ts'

type Parts = {
  /** Opens the store; asked when there is something to write. */
  store(): Promise<Pick<KeptStore, 'put' | 'remove'>>
  /** Whether the last write worked. */
  onResult(isWorking: boolean): void
}

export class ChangeKeeper {
  #latest: KeptChanges | null = null
  #written: KeptChanges | null = null
  #writing: Promise<void> = Promise.resolve()
  #isWriting = false
  readonly #key: string
  readonly #parts: Parts

  constructor(key: string, parts: Parts) {
    this.#key = key
    this.#parts = parts
  }

  /** Keeps the changes instead of those before; null once there are none. */
  keep(changes: KeptChanges | null) {
    this.#latest = changes
    if (!this.#isWriting) this.#writing = this.#write()
  }

  /** Resolves when the latest changes are written, or could not be. */
  settled = () => this.#writing

  async #write() {
    this.#isWriting = true
    while (this.#latest !== this.#written) {
      const changes = this.#latest
      try {
        const store = await this.#parts.store()
        await (changes ? store.put(changes) : store.remove(this.#key))
        this.#parts.onResult(true)
      } catch {
        // The form says so if there is no storage, or it is full; the next key tries again.
        this.#parts.onResult(false)
      }
      this.#written = changes
    }
    // This follows the last comparison in the same turn, so that no change falls between the two.
    this.#isWriting = false
  }
}
