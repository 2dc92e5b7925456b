import { use } from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  I18nProvider,
  Popover,
  useLocale,
} from 'react-aria-components'
import { FieldParts } from '../../app/design/fields.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { useLanguage } from '../../app/words/words-context.tsx'
import { localeOf, partsOf } from './date-text.ts'
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

/** Month and year from parts: ICU puts the year of a Persian date first. */
function MonthHeading() {
  const state = use(CalendarStateContext)
  const { locale } = useLocale()
  if (!state) return null
  const date = state.visibleRange.start.toDate(state.timeZone)
  const options = { month: 'long', year: 'numeric', timeZone: state.timeZone } as const
  const part = partsOf(date, locale, options)
  return <h2 className="calendar-title">{`${part('month')} ${part('year')}`}</h2>
}

/** The month of a date picker, in the calendar of the locale around it. */
const CalendarPopover = () => (
  <Popover className="popover" offset={4}>
    <Dialog className="calendar-dialog">
      <Calendar>
        <header className="calendar-header">
          <Button slot="previous" className="button button-quiet button-icon">
            <Icon name="chevron-start" />
          </Button>
          <MonthHeading />
          <Button slot="next" className="button button-quiet button-icon">
            <Icon name="chevron-end" />
          </Button>
        </header>
        <CalendarGrid className="calendar-grid" weekdayStyle="narrow">
          <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
          <CalendarGridBody>
            {(date) => <CalendarCell date={date} className="calendar-cell" />}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
    </Dialog>
  </Popover>
)
