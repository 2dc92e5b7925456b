const DAY_MS = 86_400_000

/** Whole days until the instant, rounded up; 0 once it has passed. */
export const daysLeft = (instant: string, now: number) =>
  Math.max(0, Math.ceil((Date.parse(instant) - now) / DAY_MS))
