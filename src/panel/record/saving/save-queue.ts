// The save queue of one record as a state machine: what the next request is and when it is due. Pure, so that keys, answers
// and timers can come in any order in tests. `save-runner.ts` sends the requests and keeps the timer.

/** The pause after the last key, before a draft saves by itself. */
export const PAUSE_MS = 2_000
const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = 60_000

/**
 * `offline`: the service was not reached. `failed`: it answered with an error that may pass. `refused`: fields are invalid.
 * `conflict`: others changed the same. `stopped`: repeating it will not help, such as for a deleted record.
 */
export type Failure = 'offline' | 'failed' | 'refused' | 'conflict' | 'stopped'

export type SaveQueue = {
  /** Whether the record saves by itself; otherwise it waits for "Save". */
  isAutomatic: boolean
  /** Something can be saved that no request has stored yet. */
  isDirty: boolean
  running: 'autosave' | 'save' | null
  /** Whether something was typed since the running request was sent. */
  hasTypedSince: boolean
  /** Saves that the user has asked for and that have not begun. */
  asked: number
  /** A save that the user has asked for and that did not reach the service. */
  isOwed: boolean
  /** The timer; a new object starts it again. */
  wait: { ms: number; isRetry: boolean } | null
  /** Autosaves wait for a decision. */
  hold: 'conflict' | 'stopped' | null
  /** Requests in a row that failed. */
  failures: number
  lastFailure: Failure | null
}

export type QueueEvent =
  | { type: 'typed' }
  /** The focus left a field, or the page was hidden. */
  | { type: 'left' }
  | { type: 'elapsed' }
  | { type: 'asked' }
  | { type: 'stored' }
  /**
   * `isPlain`: a save that may be repeated without asking, because it only stores what is in the form. `retryAfterMs`: the
   * service asks to wait so long.
   */
  | { type: 'failed'; reason: Failure; isPlain: boolean; retryAfterMs: number }
  | { type: 'reachable' }
  | { type: 'allowed'; isAutomatic: boolean }

export const IDLE: SaveQueue = {
  isAutomatic: false,
  isDirty: false,
  running: null,
  hasTypedSince: false,
  asked: 0,
  isOwed: false,
  wait: null,
  hold: null,
  failures: 0,
  lastFailure: null,
}

/** Whether two states differ in their timers alone, which nothing shows. */
export const looksSame = ({ wait: _, ...queue }: SaveQueue, { wait: __, ...other }: SaveQueue): boolean =>
  JSON.stringify(queue) === JSON.stringify(other)

const CLEAR = { isOwed: false, hold: null, failures: 0, lastFailure: null }

/** The queue after an event; `isDirty` is how the form is now. A request begins where `running` was null and is not any more. */
export function step(before: SaveQueue, event: QueueEvent, isDirty: boolean): SaveQueue {
  const queue = { ...before, isDirty }
  switch (event.type) {
    case 'typed':
      return pause({ ...queue, hasTypedSince: true })
    case 'left':
      return queue.wait?.isRetry ? queue : autosave(queue)
    case 'elapsed':
      return owedOrAutosave({ ...queue, wait: null })
    case 'reachable':
      return queue.wait?.isRetry ? owedOrAutosave({ ...queue, wait: null }) : queue
    case 'asked':
      return next({ ...queue, asked: queue.asked + 1 })
    case 'stored':
      return next(pause({ ...queue, ...CLEAR, running: null }))
    case 'failed':
      return next(fail(queue, event))
    case 'allowed':
      return event.isAutomatic === queue.isAutomatic
        ? queue
        : pause({ ...queue, isAutomatic: event.isAutomatic, wait: queue.isOwed ? queue.wait : null })
  }
}

const canAutosave = ({ isAutomatic, isDirty, running, hold }: SaveQueue) =>
  isAutomatic && isDirty && running === null && hold === null

/** Starts the pause again. A retry keeps its time. */
function pause(queue: SaveQueue): SaveQueue {
  if (queue.wait?.isRetry && queue.running === null) return queue
  return { ...queue, wait: canAutosave(queue) ? { ms: PAUSE_MS, isRetry: false } : null }
}

const run = (queue: SaveQueue, running: 'autosave' | 'save'): SaveQueue => ({
  ...queue,
  running,
  hasTypedSince: false,
  wait: null,
})

const autosave = (queue: SaveQueue) => (canAutosave(queue) ? run(queue, 'autosave') : queue)

const owedOrAutosave = (queue: SaveQueue) =>
  queue.isOwed && queue.running === null ? run(queue, 'save') : autosave(queue)

/** Begins the next save that the user has asked for. */
const next = (queue: SaveQueue): SaveQueue =>
  queue.asked > 0 && queue.running === null
    ? run({ ...queue, asked: queue.asked - 1, isOwed: false, hold: null }, 'save')
    : queue

function fail(
  queue: SaveQueue,
  { reason, isPlain, retryAfterMs }: QueueEvent & { type: 'failed' },
): SaveQueue {
  const { running, hasTypedSince } = queue
  const failures = queue.failures + 1
  const idle = { ...queue, running: null, isOwed: false, wait: null, failures, lastFailure: reason }
  switch (reason) {
    case 'offline':
    case 'failed': {
      const isOwed = reason === 'offline' && running === 'save' && isPlain
      if (!isOwed && !canAutosave(idle)) return idle
      const ms = Math.min(FIRST_RETRY_MS * 2 ** queue.failures, MAX_RETRY_MS)
      return { ...idle, isOwed, wait: { ms: Math.max(ms, retryAfterMs), isRetry: true } }
    }
    case 'refused':
      return pause(idle)
    case 'conflict':
      // No dialog opens under the hands of somebody who types: the next pause asks again.
      return running === 'autosave' && hasTypedSince ? pause(idle) : { ...idle, hold: 'conflict' }
    case 'stopped':
      return { ...idle, hold: 'stopped' }
  }
}
