import { Button, DateInput, DatePicker, DateSegment, Group, I18nProvider } from 'react-aria-components'
import { FieldParts } from '../../app/design/fields.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { useLanguage } from '../../app/words/words-context.tsx'
import { CalendarPopover } from './calendar-popover.tsx'
import { localeOf } from './date-text.ts'
import { DateTimeDescription, type DateTimeProps } from './date-time-description.tsx'
import { instantOf, nextFullHour, toInstant, toZonedTime } from './zoned-time.ts'

/** The segments of a date and time, and its calendar. */
export function DateTimeInput(props: DateTimeProps) {
  const { field, label, value, onChange, error, isReadOnly = false, calendar, zone, now } = props
  const { language } = useLanguage()
  return (
    <I18nProvider locale={localeOf(language, calendar)}>
      <DatePicker
        className="field"
        validationBehavior="aria"
        granularity="minute"
        hourCycle={24}
        hideTimeZone
        value={value ? toZonedTime(value, calendar, zone) : null}
        placeholderValue={nextFullHour(now, calendar, zone)}
        onChange={(time) =>
          onChange(time === null ? null : 'timeZone' in time ? toInstant(time) : instantOf(time, zone))
        }
        isReadOnly={isReadOnly}
        isRequired={field?.required ?? false}
        isInvalid={Boolean(error)}
      >
        <FieldParts
          label={label}
          description={<DateTimeDescription {...props} />}
          error={error}
          isRequired={field?.required ?? false}
        >
          <Group className="input date-group">
            <DateInput className="date-input">
              {(segment) => (
                <DateSegment segment={segment} className="date-segment">
                  {({ text }) => (language === 'fa' ? text.replace(',', '،') : text)}
                </DateSegment>
              )}
            </DateInput>
            <Button className="date-button" isDisabled={isReadOnly}>
              <Icon name="calendar" size={16} />
            </Button>
          </Group>
        </FieldParts>
        <CalendarPopover />
      </DatePicker>
    </I18nProvider>
  )
}
