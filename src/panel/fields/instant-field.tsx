import { useState } from 'react'
import {
  Button,
  DateInput,
  DatePicker,
  DateSegment,
  Group,
  I18nProvider,
  ToggleButton,
  ToggleButtonGroup,
} from 'react-aria-components'
import { Button as TextButton } from '../design/button.tsx'
import { FieldParts } from '../design/fields.tsx'
import { Icon } from '../design/icon.tsx'
import { useLabel, useLanguage, useWords } from '../words/words-context.tsx'
import { CalendarPopover } from './calendar-popover.tsx'
import type { FieldProps } from './field-props.ts'
import { useCalendarChoice } from './use-calendar-choice.ts'
import {
  type CalendarName,
  formatDateTime,
  formatZone,
  instantOf,
  localeOf,
  nextFullHour,
  toInstant,
  toZonedTime,
} from './zoned-time.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

type InstantProps = FieldProps<string | null>

/** A date and time on the user's clock, typed in the Persian or the Gregorian calendar and shown in the other as well. */
export default function InstantField(props: InstantProps) {
  const { field, label, value, onChange, error, isReadOnly } = props
  const { language } = useLanguage()
  const [calendar, setCalendar] = useCalendarChoice(language)
  const [now] = useState(() => new Date())
  return (
    <div className="instant-field">
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
          isRequired={field.required}
          isInvalid={Boolean(error)}
        >
          <FieldParts
            label={label}
            description={<Description {...props} calendar={calendar} now={now} />}
            error={error}
            isRequired={field.required}
          >
            <Group className="input date-group">
              <DateInput className="date-input">
                {(segment) => <DateSegment segment={segment} className="date-segment" />}
              </DateInput>
              <Button className="date-button" isDisabled={isReadOnly}>
                <Icon name="calendar" size={16} />
              </Button>
            </Group>
          </FieldParts>
          <CalendarPopover />
        </DatePicker>
      </I18nProvider>
      {!isReadOnly && <CalendarChoice {...props} calendar={calendar} onCalendar={setCalendar} />}
    </div>
  )
}

/** The same time in the other calendar, and the zone it is in. */
function Description({ field, value, calendar, now }: InstantProps & { calendar: CalendarName; now: Date }) {
  const t = useWords('fields')
  const labelOf = useLabel()
  const { language } = useLanguage()
  const other = calendar === 'persian' ? 'gregorian' : 'persian'
  return (
    <>
      {value && <span>{formatDateTime(value, { calendar: other, language, zone })}</span>}
      <span>{t('in_zone', { zone: formatZone(value ?? now.toISOString(), { language, zone }) })}</span>
      {field.help && <span>{labelOf(field.help)}</span>}
    </>
  )
}

type CalendarChoiceProps = InstantProps & {
  calendar: CalendarName
  onCalendar: (calendar: CalendarName) => void
}

function CalendarChoice({ field, label, value, onChange, calendar, onCalendar }: CalendarChoiceProps) {
  const t = useWords('fields')
  return (
    <div className="button-row">
      <ToggleButtonGroup
        className="segmented"
        aria-label={t('calendar_of', { label })}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[calendar]}
        onSelectionChange={(keys) => {
          for (const key of keys) onCalendar(key === 'persian' ? 'persian' : 'gregorian')
        }}
      >
        <ToggleButton id="persian">{t('persian_calendar')}</ToggleButton>
        <ToggleButton id="gregorian">{t('gregorian_calendar')}</ToggleButton>
      </ToggleButtonGroup>
      {value && field.nullable && (
        <TextButton look="quiet" size="small" icon="close" onPress={() => onChange(null)}>
          {t('clear')}
        </TextButton>
      )}
    </div>
  )
}
