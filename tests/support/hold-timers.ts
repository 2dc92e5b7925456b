import { jest } from 'bun:test'

/** Promises that follow one after the other between two timers; more than any code needs. */
const TURNS = 50

/** Stops the timers, sleeps and clocks of this process, which `pass` alone moves, until the result is disposed. */
export function holdTimers() {
  jest.useFakeTimers()
  return {
    /** Lets so many milliseconds pass, one by one, and what waited for them run. */
    async pass(milliseconds: number) {
      for (let passed = 0; passed < milliseconds; passed++) {
        jest.advanceTimersByTime(1)
        for (let turn = 0; turn < TURNS; turn++) await Promise.resolve()
      }
    },
    [Symbol.dispose]: () => void jest.useRealTimers(),
  }
}
