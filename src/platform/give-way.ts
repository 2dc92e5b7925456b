import { setImmediate as nextTurn } from 'node:timers/promises'

/** A single turn gave long work so much of the time that one read in a hundred waited for it. */
const TURNS = 8
/** With many readers a turn takes milliseconds, and one is enough: writes must not wait for all of them. */
const MAX_MS = 2

/**
 * To be awaited between the steps of long work in this thread: waiting requests have up to eight turns of the event loop,
 * but no further turn begins after two milliseconds. Without requests it takes microseconds.
 */
export async function giveWay() {
  const start = performance.now()
  for (let turn = 0; turn < TURNS && performance.now() - start < MAX_MS; turn++) await nextTurn()
}
