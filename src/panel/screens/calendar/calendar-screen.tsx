// Past and future publications, month by month; scheduled records move to other days.
import { type CalendarDate, isSameDay } from '@internationalized/date'
import { useMemo, useState } from 'react'
import { announce } from '../../app/design/announce.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { Dialog } from '../../app/design/dialog.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Segments } from '../../app/design/segments.tsx'
import { useReady } from '../../app/design/use-ready.ts'
import { localeOf } from '../../app/words/language.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { useIsNarrow } from '../../lists/use-is-narrow.ts'
import { type CalendarName, formatDateTime, formatZone } from '../../records/dates/date-text.ts'
import { InstantField } from '../../records/dates/instant-field.tsx'
import { useCalendarChoice } from '../../records/dates/use-calendar-choice.ts'
import { dayText, monthText, otherDayText } from './calendar-dates.ts'
import { CalendarEntry } from './calendar-entry.tsx'
import { byDay, instantsOf, keyOf, monthsAfter, monthWith, onDay, todayIn } from './month-grid.ts'
import { type MonthProps, MonthTable } from './month-table.tsx'
import { type Entry, useEntries, useReschedule } from './use-entries.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function CalendarScreen({ title }: { title: string }) {
  const t = useWords('calendar')
  const { language } = useLanguage()
  const [calendar, setCalendar] = useCalendarChoice(language)
  const today = todayIn(zone)
  const [anchor, setAnchor] = useState<CalendarDate>(today)
  const isNarrow = useIsNarrow()
  const locale = localeOf(language)
  const month = useMemo(() => monthWith(anchor, calendar, locale), [anchor, calendar, locale])
  const range = useMemo(() => instantsOf(month, zone), [month])
  const { entries, isPending, error, refetch } = useEntries(range)
  const [opened, setOpened] = useState<CalendarDate | null>(null)
  const [asked, setAsked] = useState<Entry | null>(null)
  const reschedule = useReschedule((instant) => formatDateTime(instant, { calendar, language, zone }))
  useReady(!isPending)

  const show = (day: CalendarDate) => {
    setAnchor(day)
    announce(monthText(monthWith(day, calendar, locale), { language, calendar }))
  }
  const days = byDay(entries, zone)
  const shared = { month, calendar, today, days, onMove: setAsked }
  return (
    <>
      <PageHeader
        title={title}
        description={t('calendar_text', {
          zone: formatZone(new Date().toISOString(), { language, zone }),
        })}
      />
      <div className="calendar-tools">
        <IconButton
          icon="chevron-start"
          label={t('previous_month')}
          onPress={() => show(monthsAfter(month, -1))}
        />
        <h2>{monthText(month, { language, calendar })}</h2>
        <IconButton icon="chevron-end" label={t('next_month')} onPress={() => show(monthsAfter(month, 1))} />
        <Button size="small" onPress={() => show(today)}>
          {t('today')}
        </Button>
        <Segments
          label={t('calendar_kind')}
          value={calendar}
          onChange={setCalendar}
          options={[
            { id: 'persian', label: t('persian') },
            { id: 'gregorian', label: t('gregorian') },
          ]}
        />
      </div>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isNarrow ? (
        <Agenda {...shared} />
      ) : (
        <MonthTable
          {...shared}
          onOpenDay={setOpened}
          onDrop={(entry, day) => void reschedule(entry, onDay(entry.at, day, zone))}
        />
      )}
      <p className="muted small calendar-hint">{t(isNarrow ? 'calendar_hint_narrow' : 'calendar_hint')}</p>
      {opened && (
        <DayDialog
          day={opened}
          calendar={calendar}
          entries={days.get(keyOf(opened)) ?? []}
          onMove={(entry) => {
            setOpened(null)
            setAsked(entry)
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {asked && (
        <MoveEntryDialog
          entry={asked}
          onMove={(at) => reschedule(asked, at)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

/** The month as a list of its days, where there is no room for a table. */
function Agenda({ month, calendar, today, days, onMove }: Omit<MonthProps, 'onOpenDay'>) {
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

type DayDialogProps = {
  day: CalendarDate
  calendar: CalendarName
  entries: readonly Entry[]
  onMove: (entry: Entry) => void
  onClose: () => void
}

/** Everything that appears on one day. */
function DayDialog({ day, calendar, entries, onMove, onClose }: DayDialogProps) {
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

type MoveEntryDialogProps = {
  entry: Entry
  /** Resolves with whether the entry was moved. */
  onMove: (at: string) => Promise<boolean>
  onClose: () => void
}

/** Asks for another date and time of a scheduled record. */
function MoveEntryDialog({ entry, onMove, onClose }: MoveEntryDialogProps) {
  const t = useWords('calendar')
  const [at, setAt] = useState<string | null>(entry.at)
  const [error, setError] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)

  async function submit() {
    if (at === null || Date.parse(at) <= Date.now()) return setError(t('choose_later'))
    setPending(true)
    const isMoved = await onMove(at)
    setPending(false)
    if (isMoved) onClose()
  }
  return (
    <FormDialog
      title={t('move_title', { title: entry.title })}
      onClose={onClose}
      action={t('move')}
      isPending={isPending}
      onSubmit={submit}
    >
      <InstantField
        label={t('new_date')}
        value={at}
        onChange={(next) => {
          setAt(next)
          setError(null)
        }}
        error={error ?? undefined}
      />
    </FormDialog>
  )
}
