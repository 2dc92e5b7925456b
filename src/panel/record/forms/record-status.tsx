import type { ResourceDescription } from '../../../client/index.ts'
import { Chip, type ChipTone } from '../../app/design/chip.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import type { Values } from '../../records/form-values.ts'
import { type PublicationState, publicationOf } from '../../records/publication.ts'

const TONES: Record<PublicationState, ChipTone> = {
  draft: 'neutral',
  scheduled: 'warning',
  published: 'good',
}

type RecordStatusProps = { resource: ResourceDescription; record: Values | null }

/** Where the record stands between draft and public. */
export function RecordStatus({ resource, record }: RecordStatusProps) {
  const t = useWords('forms')
  const { formatInstant } = useFormat()
  if (!resource.publishable || !record) return null
  const state = publicationOf(record)
  return (
    <Chip tone={TONES[state]}>
      {state === 'scheduled'
        ? t('scheduled_for', { time: formatInstant(String(record.published_at)) })
        : t(state)}
    </Chip>
  )
}
