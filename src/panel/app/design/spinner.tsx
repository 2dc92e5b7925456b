import { useWords } from '../words/words-context.tsx'

/** A turning ring; decoration, without a name. */
export const Spinner = () => <span className="spinner" aria-hidden="true" />

/** Stands in place of a part of the page that is being loaded. */
export function Waiting() {
  const t = useWords('shell')
  return (
    <div className="waiting" role="status">
      <Spinner />
      <span className="visually-hidden">{t('loading')}</span>
    </div>
  )
}
