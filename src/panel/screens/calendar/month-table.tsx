import { type CalendarDate, isSameDay } from '@internationalized/date'
import { type DragEvent, useState } from 'react'
import { Button } from 'react-aria-components'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import type { CalendarName } from '../../records/dates/date-text.ts'
import { dayNumber, dayText, monthText, otherDayText, weekdayText } from './calendar-dates.ts'
import { CalendarEntry } from './calendar-entry.tsx'
import { keyOf, type Month } from './month-grid.ts'
import type { Entry } from './use-entries.ts'

/** The rest of a day is listed in its dialog. */
const SHOWN = 3

export type MonthProps = {
  month: Month
  calendar: CalendarName
  today: CalendarDate
  /** The entries by the key of their day. */
  days: ReadonlyMap<string, readonly Entry[]>
  /** Asks for the new date of an entry. */
  onMove: (entry: Entry) => void
  onOpenDay: (day: CalendarDate) => void
}

type MonthTableProps = MonthProps & { onDrop: (entry: Entry, day: CalendarDate) => void }

export function MonthTable({ month, calendar, today, days, onMove, onOpenDay, onDrop }: MonthTableProps) {
  const t = useWords('calendar')
  const { language } = useLanguage()
  const [target, setTarget] = useState<string | null>(null)
  const words = { language, calendar }

  const drop = (event: DragEvent, day: CalendarDate) => {
    event.preventDefault()
    setTarget(null)
    const key = event.dataTransfer.getData('text/plain')
    const entry = [...days.values()].flat().find((one) => one.key === key)
    if (entry) onDrop(entry, day)
  }
  return (
    <table className="month-table card">
      <caption className="visually-hidden">{monthText(month, words)}</caption>
      <thead>
        <tr>
          {month.weeks[0]!.map((day) => (
            <th key={keyOf(day)} scope="col" abbr={weekdayText(day, words, 'long')}>
              {weekdayText(day, words, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week) => (
          <tr key={keyOf(week[0]!)}>
            {week.map((day) => {
              const key = keyOf(day)
              const entries = days.get(key) ?? []
              const isPast = day.compare(today) < 0
              const rest = entries.length - SHOWN
              return (
                <td
                  key={key}
                  data-date={key}
                  data-outside={day.month !== month.first.month || undefined}
                  data-target={target === key || undefined}
                  onDragOver={(event) => {
                    if (isPast) return
                    event.preventDefault()
                    setTarget(key)
                  }}
                  onDragLeave={() => setTarget((now) => (now === key ? null : now))}
                  onDrop={(event) => drop(event, day)}
                >
                  <Button
                    className="month-day"
                    {...(isSameDay(day, today) && { 'aria-current': 'date' as const })}
                    onPress={() => onOpenDay(day)}
                  >
                    <span className="visually-hidden">
                      {t('day_with', { day: dayText(day, words), count: entries.length })}
                    </span>
                    <span className="month-day-number" aria-hidden="true">
                      {dayNumber(day, words)}
                    </span>
                    <span className="month-day-other" aria-hidden="true">
                      {otherDayText(day, words)}
                    </span>
                  </Button>
                  {entries.length > 0 && (
                    <ul>
                      {entries.slice(0, SHOWN).map((entry) => (
                        <CalendarEntry key={entry.key} entry={entry} onMove={onMove} />
                      ))}
                    </ul>
                  )}
                  {rest > 0 && (
                    <Button className="link link-button small" onPress={() => onOpenDay(day)}>
                      {t('more_entries', { count: rest })}
                    </Button>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
