import { isSameDay } from '@internationalized/date'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { dayText, otherDayText } from './calendar-dates.ts'
import { CalendarEntry } from './calendar-entry.tsx'
import { keyOf } from './month-grid.ts'
import type { MonthProps } from './month-table.tsx'

/** The month as a list of its days, where there is no room for a table. */
export function Agenda({ month, calendar, today, days, onMove }: Omit<MonthProps, 'onOpenDay'>) {
  const t = useWords('calendar')
  const { language } = useLanguage()
  const words = { language, calendar }
  const own = month.weeks.flat().filter((day) => day.month === month.first.month && days.has(keyOf(day)))
  if (own.length === 0) return <p className="card agenda-empty muted">{t('no_entries')}</p>
  return (
    <ol className="agenda">
      {own.map((day) => (
        <li key={keyOf(day)} className="card" data-date={keyOf(day)}>
          <h3 aria-current={isSameDay(day, today) ? 'date' : undefined}>
            {dayText(day, words)} <span className="muted small">{otherDayText(day, words)}</span>
          </h3>
          <ul>
            {days.get(keyOf(day))!.map((entry) => (
              <CalendarEntry key={entry.key} entry={entry} onMove={onMove} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
