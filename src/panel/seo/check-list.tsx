import { Disclosure, DisclosurePanel, Heading, Button as RacButton } from 'react-aria-components'
import { Icon } from '../design/icon.tsx'
import { useLabel, useWords } from '../words/words-context.tsx'
import type { RatedCheck } from './seo-worker.ts'

const RATINGS = ['bad', 'okay', 'good'] as const

/** What to improve first; what is good is folded away. */
export function CheckList({ checks }: { checks: readonly RatedCheck[] }) {
  return RATINGS.map((rating) => {
    const rated = checks.filter((check) => check.rating === rating)
    return rated.length > 0 && <Rated key={rating} rating={rating} checks={rated} />
  })
}

function Rated({ rating, checks }: { rating: (typeof RATINGS)[number]; checks: readonly RatedCheck[] }) {
  const t = useWords('seo')
  const label = useLabel()
  return (
    <Disclosure className="checks" defaultExpanded={rating !== 'good'} data-rating={rating}>
      <Heading level={4} className="checks-heading">
        <RacButton slot="trigger" className="checks-trigger">
          <Icon name="chevron-end" size={16} />
          {t(`rating_${rating}`, { count: checks.length })}
        </RacButton>
      </Heading>
      <DisclosurePanel>
        <ul className="checks-list">
          {checks.map(({ name, message }) => (
            <li key={name}>{label(message)}</li>
          ))}
        </ul>
      </DisclosurePanel>
    </Disclosure>
  )
}
