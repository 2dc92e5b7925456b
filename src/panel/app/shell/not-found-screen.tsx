import { LinkButton } from '../design/button.tsx'
import { EmptyState } from '../design/empty-state.tsx'
import { PageHeader } from '../design/page-header.tsx'
import { useReady } from '../design/use-ready.ts'
import { useWords } from '../words/words-context.tsx'

export function NotFoundScreen() {
  const t = useWords('shell')
  useReady()
  return (
    <>
      <PageHeader title={t('not_found_title')} />
      <EmptyState
        icon="search"
        title={t('not_found_text')}
        action={
          <LinkButton look="primary" href="/">
            {t('go_to_overview')}
          </LinkButton>
        }
      />
    </>
  )
}
