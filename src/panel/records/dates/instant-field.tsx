import { useState } from 'react'
import { Button } from '../../app/design/button.tsx'
import { FieldGroup } from '../../app/design/field-group.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { LoadedOnUse } from '../../app/design/loaded-on-use.tsx'
import { Segments } from '../../app/design/segments.tsx'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { type CalendarName, formatDateTime, ownZone as zone } from './date-text.ts'
import { DateTimeDescription, type DateTimeProps, type InstantProps } from './date-time-description.tsx'
import { useCalendarChoice } from './use-calendar-choice.ts'

const loadDateTimeInput = () => import('./date-time-input.tsx').then((module) => module.DateTimeInput)

/** The date is shown as text until it is to be changed: the segments and the calendars are loaded then. */
const DateTimeInput = (props: DateTimeProps) => (
  <LoadedOnUse load={loadDateTimeInput} Still={StillDateTime} focus='[role="spinbutton"]' props={props} />
)

/** A date and time on the user's clock, typed in the Persian or the Gregorian calendar and shown in the other as well. */
export function InstantField(props: InstantProps) {
  const { language } = useLanguage()
  const [calendar, setCalendar] = useCalendarChoice(language)
  const [now] = useState(() => new Date())
  return (
    <div className="instant-field">
      <DateTimeInput {...props} calendar={calendar} zone={zone} now={now} />
      {!props.isReadOnly && <CalendarChoice {...props} calendar={calendar} onCalendar={setCalendar} />}
    </div>
  )
}

function StillDateTime(props: DateTimeProps) {
  const { field, label, value, error, isReadOnly = false, calendar } = props
  const t = useWords('fields')
  const { language } = useLanguage()
  const empty = isReadOnly ? '–' : t('choose_date')
  const text = value ? formatDateTime(value, { calendar, language, zone }) : empty
  return (
    <FieldGroup
      label={label}
      description={<DateTimeDescription {...props} />}
      error={error}
      isRequired={field?.required ?? false}
    >
      {({ describedBy }) => (
        <button
          type="button"
          className="input date-group date-still"
          aria-describedby={describedBy}
          disabled={isReadOnly}
          data-placeholder={value ? undefined : ''}
        >
          <span>{text}</span>
          <Icon name="calendar" size={16} />
        </button>
      )}
    </FieldGroup>
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
      <Segments
        label={t('calendar_of', { label })}
        options={[
          { id: 'persian', label: t('persian') },
          { id: 'gregorian', label: t('gregorian') },
        ]}
        value={calendar}
        onChange={(id) => onCalendar(id === 'persian' ? 'persian' : 'gregorian')}
      />
      {value && field?.nullable && (
        <Button look="quiet" size="small" icon="close" onPress={() => onChange(null)}>
          {t('clear')}
        </Button>
      )}
    </div>
  )
}
