import type { CalendarDate } from '@internationalized/date'
import { Dialog } from '../../app/design/dialog.tsx'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import type { CalendarName } from '../../records/dates/date-text.ts'
import { dayText } from './calendar-dates.ts'
import { CalendarEntry } from './calendar-entry.tsx'
import type { Entry } from './use-entries.ts'

type DayDialogProps = {
  day: CalendarDate
  calendar: CalendarName
  entries: readonly Entry[]
  onMove: (entry: Entry) => void
  onClose: () => void
}

/** Everything that appears on one day. */
export function DayDialog({ day, calendar, entries, onMove, onClose }: DayDialogProps) {
  const t = useWords('calendar')
  const { language } = useLanguage()
  return (
    <Dialog title={dayText(day, { language, calendar })} isOpen onClose={onClose} size="small">
      {entries.length === 0 && <p className="muted">{t('no_entries_on_day')}</p>}
      <ul className="day-entries">
        {entries.map((entry) => (
          <CalendarEntry key={entry.key} entry={entry} onMove={onMove} />
        ))}
      </ul>
    </Dialog>
  )
}
