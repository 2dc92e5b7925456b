import type { ResourceDescription } from '../../client/index.ts'
import { Button, LinkButton } from '../app/design/button.tsx'
import { EmptyState } from '../app/design/empty-state.tsx'
import { useWords } from '../app/words/words-context.tsx'

type EmptyListProps = { resource: ResourceDescription; isNarrowed: boolean; onClear: () => void }

/** Nothing matches, or nothing is there yet. */
export function EmptyList({ resource, isNarrowed, onClear }: EmptyListProps) {
  const t = useWords('lists')
  if (isNarrowed)
    return (
      <EmptyState
        icon="search"
        title={t('no_matches')}
        action={<Button onPress={onClear}>{t('clear_all')}</Button>}
      >
        {t('no_matches_text')}
      </EmptyState>
    )
  const canCreate = resource.actions.includes('create')
  return (
    <EmptyState
      icon="list"
      title={t('empty_title')}
      action={
        canCreate && (
          <LinkButton look="primary" icon="plus" href={`/${resource.name}/new`}>
            {t('new')}
          </LinkButton>
        )
      }
    >
      {t(resource.actions.includes('delete') ? 'empty_text' : 'empty_own')}
    </EmptyState>
  )
}
