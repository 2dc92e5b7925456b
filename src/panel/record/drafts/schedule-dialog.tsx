import { useState } from 'react'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { nextMorning } from '../../lists/schedule-series.ts'
import { ownZone } from '../../records/dates/date-text.ts'
import { InstantField } from '../../records/dates/instant-field.tsx'

type ScheduleDialogProps = {
  /** Replaces the text about a working copy. */
  title?: string
  publishAt: string | null
  isPending: boolean
  onSchedule: (time: string) => void
  onClose: () => void
}

/** Asks for the time at which a working copy or a release is published by itself. */
export function ScheduleDialog({ title, publishAt, isPending, onSchedule, onClose }: ScheduleDialogProps) {
  const t = useWords('drafts')
  const shell = useWords('shell')
  const [time, setTime] = useState(() =>
    isLater(publishAt) ? publishAt : nextMorning(new Date().toISOString(), ownZone),
  )
  const [error, setError] = useState<string>()
  return (
    <FormDialog
      title={title ?? t('schedule_title')}
      onClose={onClose}
      action={shell('schedule')}
      isPending={isPending}
      onSubmit={() => (isLater(time) ? onSchedule(time) : setError(t('choose_later')))}
    >
      <InstantField
        label={t('schedule_time')}
        value={time}
        onChange={(next) => {
          setTime(next ?? time)
          setError(undefined)
        }}
        error={error}
      />
    </FormDialog>
  )
}

const isLater = (time: string | null): time is string => time !== null && Date.parse(time) > Date.now()
