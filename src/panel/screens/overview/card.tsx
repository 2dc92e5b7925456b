import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '../../app/design/card.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Spinner } from '../../app/design/spinner.tsx'

type QueryCardProps<Data> = {
  title: string
  action?: ReactNode
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
  isWide?: boolean
}

/** A part of the overview with a query of its own; the others stay usable when it fails. */
export function QueryCard<Data>({ title, action, query, children, isWide = false }: QueryCardProps<Data>) {
  return (
    <Card title={title} action={action} className={isWide ? 'overview-wide' : ''}>
      {query.error && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Spinner />}
      {query.data !== undefined && children(query.data)}
    </Card>
  )
}

/** The entries of a card, or what to say without any. */
export const CardList = ({ empty, children }: { empty: string; children: ReactNode[] }) =>
  children.length === 0 ? <p className="muted">{empty}</p> : <ul className="card-list">{children}</ul>
