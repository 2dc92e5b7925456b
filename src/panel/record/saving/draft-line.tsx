import { useQuery } from '@tanstack/react-query'
import { useRecordApi } from '../../app/api/record-api.ts'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { publicationOf } from '../../records/publication.tsx'
import { draftOf } from '../state/form-state.ts'
import type { FormValues } from '../state/use-form-values.ts'

/** When the working copy was stored, and what visitors see meanwhile. */
export function DraftLine({ form: { resource, recordId, state } }: { form: FormValues }) {
  const t = useWords('drafts')
  const { formatInstant } = useFormat()
  const { loaded } = state
  const draft = draftOf(loaded)
  const records = useRecordApi(resource.name)
  // The copy may hide what is shown, or show what is hidden.
  const { data: live } = useQuery({
    queryKey: ['record', resource.name, String(recordId)],
    queryFn: () => records.get(recordId!),
    enabled: draft !== undefined && loaded.hidden !== undefined,
    staleTime: 60_000,
  })
  const isToday = draft && new Date(draft.updated_at).toDateString() === new Date().toDateString()
  const time = draft ? formatInstant(draft.updated_at, isToday ? 'time' : 'date-time') : ''
  const version = formatInstant(String(loaded.updated_at), 'date')
  const { hidden } = live ?? loaded
  if (hidden === true && loaded.hidden === false) return t('stored_shown', { time })
  if (hidden === true || (resource.publishable && publicationOf(loaded) !== 'published'))
    return t(draft ? 'stored_unseen' : 'begins_unseen', { time })
  return t(draft ? 'stored' : 'begins', { time, version })
}
