import type { ResourceDescription } from '../../../client/index.ts'
import { Chip } from '../../app/design/chip.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import type { Values } from '../../records/form-values.ts'
import { PUBLICATION_TONES, publicationOf } from '../../records/publication.ts'

type RecordStatusProps = { resource: ResourceDescription; record: Values | null }

/** The state of a record between draft and public. */
export function RecordStatus({ resource, record }: RecordStatusProps) {
  const t = useWords('forms')
  const { formatInstant } = useFormat()
  if (!resource.publishable || !record) return null
  const state = publicationOf(record)
  return (
    <Chip tone={PUBLICATION_TONES[state]}>
      {state === 'scheduled'
        ? t('scheduled_for', { time: formatInstant(String(record.published_at)) })
        : t(state)}
    </Chip>
  )
}
