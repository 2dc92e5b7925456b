const MINUTE = 60_000
/** The delays after the first, second … attempt; the last one repeats. `MAX_AGE_MS` allows about twenty attempts. */
const DELAYS = [1, 2, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE)

/** Milliseconds until the next attempt after this many. */
export const retryDelay = (attempts: number): number =>
  DELAYS[Math.min(attempts, DELAYS.length) - 1] ?? MINUTE
