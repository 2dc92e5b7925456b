import { useWords } from '../words/words-context.tsx'
import { IconButton } from './button.tsx'
import { useFormat } from './use-format.ts'

type PaginationProps = {
  page: number
  perPage: number
  total: number
  /** Records on this page. */
  shown: number
  change: (change: { page?: number; perPage?: number }) => void
  /** The sizes of pages to choose from. */
  sizes?: readonly number[]
}

export function Pagination({ page, perPage, total, shown, change, sizes = [] }: PaginationProps) {
  const t = useWords('lists')
  const { formatNumber } = useFormat()
  const pages = Math.max(1, Math.ceil(total / perPage))
  const from = (page - 1) * perPage + 1
  const step = (to: number) => ({
    isDisabled: to < 1 || to > pages || to === page,
    onPress: () => change({ page: to }),
  })
  return (
    <nav className="list-pages" aria-label={t('pages')}>
      <span className="muted">{t('range', { from, to: from + Math.max(shown, 1) - 1, total })}</span>
      <span className="list-pages-buttons">
        {pages > 1 && (
          <>
            <IconButton icon="chevron-start" size="small" label={t('previous_page')} {...step(page - 1)} />
            <span>{t('page_of', { page, pages })}</span>
            <IconButton icon="chevron-end" size="small" label={t('next_page')} {...step(page + 1)} />
          </>
        )}
        {sizes.length > 1 && total > sizes[0]! && (
          <select
            className="input"
            aria-label={t('per_page')}
            value={perPage}
            onChange={({ target }) => change({ perPage: Number(target.value) })}
          >
            {sizes.map((size) => (
              <option key={size} value={size}>
                {formatNumber(size)}
              </option>
            ))}
          </select>
        )}
      </span>
    </nav>
  )
}
