// Past and future publications, month by month; scheduled records move to other days.
import type { CalendarDate } from '@internationalized/date'
import { useMemo, useState } from 'react'
import { announce } from '../../app/design/announce.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Segments } from '../../app/design/segments.tsx'
import { useReady } from '../../app/design/use-ready.ts'
import { localeOf } from '../../app/words/language.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { useIsNarrow } from '../../lists/use-is-narrow.ts'
import { type CalendarName, formatDateTime, formatZone } from '../../records/dates/date-text.ts'
import { useCalendarChoice } from '../../records/dates/use-calendar-choice.ts'
import { Agenda } from './agenda.tsx'
import { monthText } from './calendar-dates.ts'
import { DayDialog } from './day-dialog.tsx'
import { byDay, instantsOf, keyOf, monthsAfter, monthWith, onDay, todayIn } from './month-grid.ts'
import { MonthTable } from './month-table.tsx'
import { MoveEntryDialog } from './move-entry-dialog.tsx'
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
          onChange={(id) => setCalendar(id as CalendarName)}
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
