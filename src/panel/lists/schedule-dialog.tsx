// Gives several records their dates: the first one, and the interval to the next.
import { useState } from 'react'
import { Input, NumberField } from 'react-aria-components'
import type { ResourceDescription } from '../../client/index.ts'
import { FieldParts } from '../app/design/fields.tsx'
import { FormDialog } from '../app/design/form-dialog.tsx'
import { Select } from '../app/design/select.tsx'
import { useLabel, useLanguage, useWords } from '../app/words/words-context.tsx'
import { formatDateTime, ownZone as zone } from '../records/dates/date-text.ts'
import { InstantField } from '../records/dates/instant-field.tsx'
import { useCalendarChoice } from '../records/dates/use-calendar-choice.ts'
import { publicationOf } from '../records/publication.tsx'
import { type ListedRecord, nameOf } from '../records/record-names.ts'
import { type IntervalUnit, MAX_INTERVAL, nextMorning, seriesFrom } from './schedule-series.ts'

const UNITS: readonly IntervalUnit[] = ['hours', 'days', 'weeks']

type ScheduleDialogProps = {
  resource: ResourceDescription
  /** The records in the order in which they are to appear. */
  records: readonly ListedRecord[]
  isPending: boolean
  onSchedule: (dates: ReadonlyMap<number, string>) => void
  onClose: () => void
}

export function ScheduleDialog({ resource, records, isPending, onSchedule, onClose }: ScheduleDialogProps) {
  const t = useWords('calendar')
  const [now] = useState(() => new Date())
  const [first, setFirst] = useState<string | null>(() => nextMorning(now.toISOString(), zone))
  const [every, setEvery] = useState(1)
  const [unit, setUnit] = useState<IntervalUnit>('days')
  const [error, setError] = useState<string | null>(null)
  const waiting = records.filter((record) => publicationOf(record, now.getTime()) !== 'published')
  const left = records.length - waiting.length
  const interval = { every, unit }
  const dates = first === null ? [] : seriesFrom(first, { count: waiting.length, interval, zone })

  function submit() {
    if (first === null || Date.parse(first) <= Date.now()) return setError(t('choose_later'))
    onSchedule(new Map(waiting.map(({ id }, index) => [id, dates[index]!])))
  }
  return (
    <FormDialog
      title={waiting.length > 0 ? t('schedule_title', { count: waiting.length }) : t('schedule_none')}
      size="medium"
      onClose={onClose}
      action={waiting.length > 0 ? t('schedule') : null}
      isPending={isPending}
      onSubmit={submit}
    >
      {left > 0 && <p className="notice">{t('schedule_left', { count: left })}</p>}
      {waiting.length > 0 && (
        <>
          <InstantField
            label={t('first_date')}
            value={first}
            onChange={(next) => {
              setFirst(next)
              setError(null)
            }}
            error={error ?? undefined}
          />
          <div className="schedule-interval">
            <NumberField
              className="field"
              minValue={1}
              maxValue={MAX_INTERVAL}
              value={every}
              onChange={(value) => setEvery(Number.isNaN(value) ? 1 : value)}
            >
              <FieldParts label={t('interval_every')}>
                <Input className="input" />
              </FieldParts>
            </NumberField>
            <Select
              label={t('interval_unit')}
              value={unit}
              onChange={setUnit}
              options={UNITS.map((id) => ({ id, label: t(id) }))}
            />
          </div>
          <DateList resource={resource} records={waiting} dates={dates} />
        </>
      )}
    </FormDialog>
  )
}

type DateListProps = {
  resource: ResourceDescription
  records: readonly ListedRecord[]
  dates: readonly string[]
}

/** The dates before they are set. */
function DateList({ resource, records, dates }: DateListProps) {
  const t = useWords('calendar')
  const label = useLabel()
  const { language } = useLanguage()
  const [calendar] = useCalendarChoice(language)
  return (
    <section aria-label={t('schedule_preview')}>
      <h3>{t('schedule_preview')}</h3>
      <ol className="schedule-dates">
        {records.map((record, index) => (
          <li key={record.id}>
            <span>{nameOf(record, resource, label)}</span>
            <span className="muted">
              {dates[index] && formatDateTime(dates[index], { calendar, language, zone })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
