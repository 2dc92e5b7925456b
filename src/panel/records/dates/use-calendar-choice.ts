import { useSyncExternalStore } from 'react'
import type { Language } from '../../app/words/language.ts'
import type { CalendarName } from './date-text.ts'

const STORED_AS = 'frontage-calendar'
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The calendar that dates are typed in: the last choice, at first that of the interface's language. One for all fields. */
export function useCalendarChoice(language: Language): [CalendarName, (calendar: CalendarName) => void] {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(STORED_AS))
  const isKnown = stored === 'persian' || stored === 'gregorian'
  const calendar = isKnown ? stored : language === 'fa' ? 'persian' : 'gregorian'
  const choose = (next: CalendarName) => {
    localStorage.setItem(STORED_AS, next)
    for (const listener of listeners) listener()
  }
  return [calendar, choose]
}
