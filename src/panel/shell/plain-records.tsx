import { useQuery } from '@tanstack/react-query'
import { Link } from '../design/button.tsx'
import { PageHeader } from '../design/page-header.tsx'
import { ProblemNotice } from '../design/problem-notice.tsx'
import { Waiting } from '../design/spinner.tsx'
import { useReady } from '../design/use-ready.ts'

type PlainRecord = { id: number }
type PlainRecordsProps<Item extends PlainRecord> = {
  title: string
  queryKey: readonly unknown[]
  load: () => Promise<{ items: Item[] }>
  textOf: (item: Item) => string
  hrefOf?: (item: Item) => string
}

/** The first page of a list as plain lines. */
export function PlainRecords<Item extends PlainRecord>({
  title,
  queryKey,
  load,
  textOf,
  hrefOf,
}: PlainRecordsProps<Item>) {
  const { data, error, isPending, refetch } = useQuery({ queryKey, queryFn: load })
  useReady(!isPending)
  return (
    <>
      <PageHeader title={title} />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Waiting />}
      <ul className="stack">
        {data?.items.map((item) => (
          <li key={item.id}>{hrefOf ? <Link href={hrefOf(item)}>{textOf(item)}</Link> : textOf(item)}</li>
        ))}
      </ul>
    </>
  )
}
