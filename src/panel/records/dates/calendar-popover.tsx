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
  Dialog,
  Popover,
  useLocale,
} from 'react-aria-components'
import { Icon } from '../../app/design/icon.tsx'

/** Month and year from parts: ICU puts the year of a Persian date first. */
function MonthHeading() {
  const state = use(CalendarStateContext)
  const { locale } = useLocale()
  if (!state) return null
  const date = state.visibleRange.start.toDate(state.timeZone)
  const options = { month: 'long', year: 'numeric', timeZone: state.timeZone } as const
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(date)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return <h2 className="calendar-title">{`${part('month')} ${part('year')}`}</h2>
}

/** The month of a date picker, in the calendar of the locale around it. */
export const CalendarPopover = () => (
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
