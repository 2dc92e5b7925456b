import { PageHeader } from '../design/page-header.tsx'
import { useReady } from '../design/use-ready.ts'
import { useWords } from '../words/words-context.tsx'

export function AccountScreen() {
  const t = useWords('shell')
  useReady()
  return <PageHeader title={t('account')} />
}
