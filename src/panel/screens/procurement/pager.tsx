import { Button } from '../../app/design/button.tsx'
import { useWords } from '../../app/words/words-context.tsx'

type PagerProps = { page: number; perPage: number; total: number; onChange: (page: number) => void }

/** Nothing for a list of one page. */
export function Pager({ page, perPage, total, onChange }: PagerProps) {
  const words = useWords('procurement')
  const pages = Math.ceil(total / perPage)
  if (pages <= 1) return null
  return (
    <div className="pager">
      <Button isDisabled={page <= 1} onPress={() => onChange(page - 1)}>
        {words('previous')}
      </Button>
      <span className="muted">{words('page_of', { page, pages })}</span>
      <Button isDisabled={page >= pages} onPress={() => onChange(page + 1)}>
        {words('next')}
      </Button>
    </div>
  )
}
