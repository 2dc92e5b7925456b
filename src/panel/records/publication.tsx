import type { ResourceDescription } from '../../client/index.ts'
import type { ChipTone } from '../app/design/chip.tsx'
import { Chip } from '../app/design/chip.tsx'
import { useFormat } from '../app/design/use-format.ts'
import { useWords } from '../app/words/words-context.tsx'

export type PublicationState = 'draft' | 'scheduled' | 'published' | 'ended'

/** The fields that decide whether a record is public. The service changes them only when the user saves. */
export const PUBLICATION_FIELDS = ['status', 'published_at', 'unpublish_at']

export const PUBLICATION_TONES: Record<PublicationState, ChipTone> = {
  draft: 'neutral',
  scheduled: 'warning',
  published: 'good',
  ended: 'neutral',
}

/** Whether the records of a resource are pages that search engines show: those can be left out of their index. */
export const hasSeo = ({ fields }: ResourceDescription): boolean =>
  fields.some(({ name }) => name === 'noindex')

type Publishable = Record<string, unknown>

/** Whether a record is public: published ones with a date in the future are scheduled, those past their end are not. */
export function publicationOf(
  { status, published_at, unpublish_at }: Publishable,
  now = Date.now(),
): PublicationState {
  if (status !== 'published') return 'draft'
  if (typeof unpublish_at === 'string' && Date.parse(unpublish_at) <= now) return 'ended'
  return typeof published_at === 'string' && Date.parse(published_at) > now ? 'scheduled' : 'published'
}

type PublicationChipProps = {
  /** A record with `status` and `published_at`. */
  record: Record<string, unknown>
  /** The screens whose words say when it appears. */
  room: 'lists' | 'forms'
}

/** Draft, published, ended, or scheduled with the time. */
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
