import { useEffect, useState } from 'react'
import { type Language, localeOf } from '../words/language.ts'

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
export function formatCountdown(milliseconds: number, language: Language): string {
  const seconds = Math.ceil(milliseconds / 1_000)
  const write = (value: number, minimumIntegerDigits: number) =>
    value.toLocaleString(localeOf(language), { minimumIntegerDigits, useGrouping: false })
  return `${write(Math.floor(seconds / 60), 1)}:${write(seconds % 60, 2)}`
}
