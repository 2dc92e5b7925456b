import { Chip } from '../app/design/chip.tsx'
import { useFormat } from '../app/design/use-format.ts'
import { useWords } from '../app/words/words-context.tsx'
import { PUBLICATION_TONES, publicationOf } from './publication.ts'

type PublicationChipProps = {
  /** With `status` and `published_at`. */
  record: Record<string, unknown>
  /** Whose words say when it appears. */
  room: 'lists' | 'forms'
}

/** Draft, published, or scheduled with the time. */
export function PublicationChip({ record, room }: PublicationChipProps) {
  const t = useWords(room)
  const { formatInstant } = useFormat()
  const state = publicationOf(record)
  const time = formatInstant(String(record.published_at))
  return (
    <Chip tone={PUBLICATION_TONES[state]}>
      {state === 'scheduled' ? t('scheduled_for', { time }) : t(state)}
    </Chip>
  )
}
