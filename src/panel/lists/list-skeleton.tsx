import { useWords } from '../app/words/words-context.tsx'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** The shape of a list while it is loading. */
export function ListSkeleton({ columns = 3 }: { columns?: number }) {
  const t = useWords('lists')
  return (
    <div className="list-skeleton" role="status">
      <span className="visually-hidden">{t('loading')}</span>
      {ROWS.map((row) => (
        <div key={row} className="list-skeleton-row" aria-hidden="true">
          {ROWS.slice(0, Math.max(columns, 1)).map((column) => (
            <span key={column} />
          ))}
        </div>
      ))}
    </div>
  )
}
