import { inspect } from 'node:util'

/** A value that is never shown: printing, logging and serialising it give `[secret]`. */
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
