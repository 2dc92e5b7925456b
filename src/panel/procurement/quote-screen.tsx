import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/api.ts'
import { PageHeader } from '../design/page-header.tsx'
import { ProblemNotice } from '../design/problem-notice.tsx'
import { useReady } from '../design/use-ready.ts'
import { useWords } from '../words/words-context.tsx'

export function QuoteScreen({ id }: { id: string }) {
  const t = useWords('shell')
  const api = useApi()
  const { data, error, isPending } = useQuery({
    queryKey: ['record', 'quotes', id],
    queryFn: () => api.procurement.quotes.get(Number(id)),
  })
  useReady(!isPending)
  return (
    <>
      <PageHeader title={data?.title ?? t('quotes')} crumbs={[{ label: t('quotes'), href: '/quotes' }]} />
      {error && <ProblemNotice error={error} />}
    </>
  )
}
