import { Chip, type ChipTone } from '../design/chip.tsx'
import { useFormat } from '../design/use-format.ts'
import { useWords } from '../words/words-context.tsx'
import { type ListedRecord, type PublicationState, publicationOf } from './record-names.ts'

const TONES: Record<PublicationState, ChipTone> = { draft: 'neutral', published: 'good', scheduled: 'accent' }

/** Draft, published, or scheduled with the time. Needs `status` and `published_at`. */
export function StatusBadge({ record }: { record: ListedRecord }) {
  const t = useWords('lists')
  const { formatInstant } = useFormat()
  const state = publicationOf(record, Date.now())
  return (
    <Chip tone={TONES[state]}>
      {state === 'scheduled'
        ? t('scheduled_for', { time: formatInstant(String(record.published_at)) })
        : t(state)}
    </Chip>
  )
}
