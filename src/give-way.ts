import { setImmediate as nextTurn } from 'node:timers/promises'

/** With a single one, long work took so much of the time that one read in a hundred waited for it. */
const TURNS = 8

/**
 * To be awaited between the steps of long work in this thread. Requests that arrive meanwhile have several turns of the
 * event loop; without any this takes microseconds.
 */
export async function giveWay() {
  for (let turn = 0; turn < TURNS; turn++) await nextTurn()
}
