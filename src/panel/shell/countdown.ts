import { useEffect, useState } from 'react'

/** The milliseconds until a moment (a number of `Date.now()`), every second; 0 once it has passed or without one. */
export function useTimeLeft(until: number | null): number {
  const [now, setNow] = useState(Date.now)
  const left = until === null ? 0 : Math.max(0, until - now)
  const isRunning = until !== null && until > now
  useEffect(() => {
    if (until === null) return
    setNow(Date.now())
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [until, isRunning])
  return left
}

/** "4:05", in the digits of the language. */
export function formatCountdown(
  milliseconds: number,
  formatNumber: (value: number, options?: Intl.NumberFormatOptions) => string,
) {
  const seconds = Math.ceil(milliseconds / 1_000)
  const rest = formatNumber(seconds % 60, { minimumIntegerDigits: 2 })
  return `${formatNumber(Math.floor(seconds / 60))}:${rest}`
}
