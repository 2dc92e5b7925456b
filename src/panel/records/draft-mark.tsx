import { useQuery } from '@tanstack/react-query'
import { useApi, useSession } from '../app/api/api.ts'
import { isEditor } from '../app/api/session.ts'
import { Chip } from '../app/design/chip.tsx'
import { useWords } from '../app/words/words-context.tsx'

type DraftMarkProps = { resource: string; id: number }

/** Marks a record in a list that has a working copy; all rows share one request. */
export function DraftMark({ resource, id }: DraftMarkProps) {
  const t = useWords('drafts')
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['drafts', resource],
    queryFn: () => api.admin.drafts({ resource: resource as 'articles' }),
    enabled: isEditor(useSession().user),
  })
  return data?.items.some((draft) => draft.id === id) && <Chip tone="accent">{t('mark')}</Chip>
}
