import { Chip } from '../app/design/chip.tsx'
import { useFormat } from '../app/design/use-format.ts'
import { useWords } from '../app/words/words-context.tsx'
import { PUBLICATION_TONES, publicationOf } from '../records/publication.ts'
import type { ListedRecord } from '../records/record-names.ts'

/** Draft, published, or scheduled with the time. Needs `status` and `published_at`. */
export function StatusBadge({ record }: { record: ListedRecord }) {
  const t = useWords('lists')
  const { formatInstant } = useFormat()
  const state = publicationOf(record)
  return (
    <Chip tone={PUBLICATION_TONES[state]}>
      {state === 'scheduled'
        ? t('scheduled_for', { time: formatInstant(String(record.published_at)) })
        : t(state)}
    </Chip>
  )
}
