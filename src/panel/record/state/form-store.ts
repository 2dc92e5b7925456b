// The state of one form, ahead of what is rendered: a key in a rich text is in the state at once, while the form around the
// text, which shows it already, is rendered when typing rests. Saving reads the state, so it never waits for that.

import type { Values } from '../../records/form-values.ts'
import { type Delay, delay } from './delay.ts'
import { dirtyFields, type FormAction, type FormState, formReducer } from './form-state.ts'

/** The pause after the last key in a rich text, before the form is rendered with it. */
const REST_MS = 500

type Parts = {
  /** Renders the form with a state. */
  show(state: FormState): void
  /** `setTimeout` unless this is given. */
  delay?: Delay
}

/** A record that is being created: the form's values, the request, and the key with which it can be repeated. */
export type Creation = { sent: Values; body: Values; key: string }

export class FormStore {
  /** The state of the form now. */
  state: FormState
  /** A request for a new record whose answer has not come, and may never come. */
  creation: Creation | null = null
  /** Called after every change that is not rendered at once, or not at all. */
  onHeldBack = () => {}
  /** Called after every change by the user. */
  onTyped = () => {}
  #asked: FormState
  #shown: FormState
  #stopTimer = () => {}
  readonly #parts: Parts

  constructor(state: FormState, parts: Parts) {
    this.state = state
    this.#asked = state
    this.#shown = state
    this.#parts = parts
  }

  get isAhead() {
    return this.state !== this.#asked
  }

  dispatch(action: FormAction) {
    this.state = formReducer(this.state, action)
    this.catchUp()
  }

  /** Takes over what was typed into a field that shows it itself. */
  type(name: string, value: unknown) {
    const isSeen = this.#asked === this.#shown && isKnownAsDirty(this.#shown, name)
    this.state = formReducer(this.state, { type: 'changed', name, value })
    if (!isSeen) return this.catchUp()
    this.#stopTimer()
    this.#stopTimer = (this.#parts.delay ?? delay)(() => this.catchUp(), REST_MS)
    this.onHeldBack()
  }

  /** A record is about to be created. */
  create(creation: Creation) {
    this.creation = creation
    this.onHeldBack()
  }

  /** Renders the form with what is typed by now. */
  catchUp() {
    this.#stopTimer()
    if (!this.isAhead) return
    this.#asked = this.state
    this.#parts.show(this.state)
  }

  /**
   * The form has been rendered. Until then nothing is held back: a text takes over a rendered value that it did not report
   * last as one from outside.
   */
  rendered(state: FormState) {
    this.#shown = state
  }

  close() {
    this.#stopTimer()
  }
}

/** Whether the form would look the same with another value in the field. */
const isKnownAsDirty = (state: FormState, name: string) =>
  dirtyFields(state).includes(name) && !state.errors.byField.has(name) && !(name in state.asTyped)
