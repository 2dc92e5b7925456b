import type { CalendarDate } from '@internationalized/date'
import { toCalendarDate } from '@internationalized/date'
import { DateField, DateInput, DateSegment } from 'react-aria-components'
import { FieldParts, type FieldText } from './fields.tsx'

type DayFieldProps = FieldText & {
  value: CalendarDate | null
  onChange: (day: CalendarDate | null) => void
  isRequired?: boolean
  autoFocus?: boolean
}

/** A day in the calendar of the interface's language. */
export function DayField({ label, description, error, value, onChange, ...props }: DayFieldProps) {
  return (
    <DateField
      {...props}
      className="field"
      value={value}
      onChange={(day) => onChange(day && toCalendarDate(day))}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
    >
      <FieldParts label={label} description={description} error={error} isRequired={props.isRequired}>
        <DateInput className="input day-input">
          {(segment) => <DateSegment segment={segment} className="day-segment" />}
        </DateInput>
      </FieldParts>
    </DateField>
  )
}
