import { GregorianCalendar, parseDate, toCalendar } from '@internationalized/date'
import { DateField, DateInput, DateSegment } from 'react-aria-components'
import { FieldParts, type FieldText } from '../../app/design/fields.tsx'

type DayFieldProps = FieldText & {
  /** `2027-03-31` */
  value: string | null
  onChange: (day: string | null) => void
}

/** A day in the calendar of the interface's language. */
export const DayField = ({ label, description, error, value, onChange }: DayFieldProps) => (
  <DateField
    className="field"
    validationBehavior="aria"
    value={value === null ? null : parseDate(value)}
    onChange={(day) => onChange(day && toCalendar(day, new GregorianCalendar()).toString())}
    isInvalid={Boolean(error)}
  >
    <FieldParts label={label} description={description} error={error}>
      <DateInput className="input list-day">
        {(segment) => <DateSegment segment={segment} className="list-day-segment" />}
      </DateInput>
    </FieldParts>
  </DateField>
)
