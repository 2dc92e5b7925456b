import { type CalendarDate, fromDate, getLocalTimeZone, toCalendarDate } from '@internationalized/date'
import { useState } from 'react'
import { DateField, DateInput, DateSegment, FieldError, Label } from 'react-aria-components'

type DayFieldProps = {
  label: string
  /** RFC 3339. */
  instant: string | null
  /** The day counts to its end. */
  isEndOfDay: boolean
  onChange: (instant: string | null) => void
  error: string | null
}

/** A day in the calendar of the interface's language, as the instant of its beginning or end in the browser's time zone. */
export function DayField({ label, instant, isEndOfDay, onChange, error }: DayFieldProps) {
  const [day, setDay] = useState(() =>
    instant === null ? null : toCalendarDate(fromDate(new Date(instant), getLocalTimeZone())),
  )
  return (
    <DateField
      className="field"
      value={day}
      onChange={(next) => {
        const chosen = next && toCalendarDate(next)
        setDay(chosen)
        onChange(chosen && toInstant(chosen, isEndOfDay))
      }}
      isInvalid={error !== null}
      validationBehavior="aria"
      autoFocus
    >
      <Label className="label">{label}</Label>
      <DateInput className="input list-day">
        {(segment) => <DateSegment segment={segment} className="list-day-segment" />}
      </DateInput>
      <FieldError className="field-error">{error}</FieldError>
    </DateField>
  )
}

function toInstant(day: CalendarDate, isEndOfDay: boolean): string {
  const start = (isEndOfDay ? day.add({ days: 1 }) : day).toDate(getLocalTimeZone())
  return new Date(start.getTime() - (isEndOfDay ? 1 : 0)).toISOString()
}
