import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Spinner } from '../../app/design/spinner.tsx'

type CardProps<Data> = {
  title: string
  action?: ReactNode
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
  isWide?: boolean
}

/** A part of the overview with a query of its own; the others stay usable when it fails. */
export function Card<Data>({ title, action, query, children, isWide = false }: CardProps<Data>) {
  return (
    <section className={isWide ? 'card overview-wide' : 'card'} aria-label={title}>
      <div className="card-header">
        <h2>{title}</h2>
        {action}
      </div>
      <div className="card-body">
        {query.error && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <Spinner />}
        {query.data !== undefined && children(query.data)}
      </div>
    </section>
  )
}

/** The entries of a card, or what to say without any. */
export const CardList = ({ empty, children }: { empty: string; children: ReactNode[] }) =>
  children.length === 0 ? <p className="muted">{empty}</p> : <ul className="card-list">{children}</ul>
