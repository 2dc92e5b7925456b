import { Link } from 'wouter'
import { IconButton } from '../../app/design/button.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import type { Entry } from './use-entries.ts'

type CalendarEntryProps = { entry: Entry; onMove: (entry: Entry) => void }

/** A record on its day: the way to its form, and for a scheduled one, to another date. The mouse drags it there. */
export function CalendarEntry({ entry, onMove }: CalendarEntryProps) {
  const t = useWords('calendar')
  const { formatInstant } = useFormat()
  const { id, resource, title, at, isScheduled, isMovable } = entry
  return (
    <li
      className="calendar-entry"
      data-scheduled={isScheduled || undefined}
      data-entry={entry.key}
      draggable={isMovable}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', entry.key)
      }}
    >
      {/* The whole entry is dragged, not its address. */}
      <Link href={`/${resource.name}/${id}`} className="calendar-entry-link" draggable={false}>
        <time dateTime={at}>{formatInstant(at, 'time')}</time> <span>{title}</span>
        <span className="visually-hidden">{t(isScheduled ? 'scheduled' : 'published')}</span>
      </Link>
      {isMovable && (
        <IconButton
          icon="calendar"
          size="small"
          label={t('move_entry', { title })}
          onPress={() => onMove(entry)}
        />
      )}
    </li>
  )
}
