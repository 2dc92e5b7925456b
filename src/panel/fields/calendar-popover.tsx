import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Dialog,
  Heading,
  Popover,
} from 'react-aria-components'
import { Icon } from '../design/icon.tsx'

/** The month of a date picker, in the calendar of the locale around it. */
export const CalendarPopover = () => (
  <Popover className="popover" offset={4}>
    <Dialog className="calendar-dialog">
      <Calendar>
        <header className="calendar-header">
          <Button slot="previous" className="button button-quiet button-icon">
            <Icon name="chevron-start" />
          </Button>
          <Heading className="calendar-title" />
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
