import { inspect } from 'node:util'

/** A value that must not be shown: printing, logging or serialising it gives a placeholder. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal() {
    return this.#value
  }

  toString() {
    return '[secret]'
  }

  toJSON() {
    return '[secret]'
  }

  [inspect.custom]() {
    return '[secret]'
  }
}
