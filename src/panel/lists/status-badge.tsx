import { Chip, type ChipTone } from '../app/design/chip.tsx'
import { useFormat } from '../app/design/use-format.ts'
import { useWords } from '../app/words/words-context.tsx'
import { type PublicationState, publicationOf } from '../records/publication.ts'
import type { ListedRecord } from '../records/record-names.ts'

const TONES: Record<PublicationState, ChipTone> = { draft: 'neutral', published: 'good', scheduled: 'accent' }

/** Draft, published, or scheduled with the time. Needs `status` and `published_at`. */
export function StatusBadge({ record }: { record: ListedRecord }) {
  const t = useWords('lists')
  const { formatInstant } = useFormat()
  const state = publicationOf(record)
  return (
    <Chip tone={TONES[state]}>
      {state === 'scheduled'
        ? t('scheduled_for', { time: formatInstant(String(record.published_at)) })
        : t(state)}
    </Chip>
  )
}
