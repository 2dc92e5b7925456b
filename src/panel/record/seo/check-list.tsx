import { useRef } from 'react'
import {
  Disclosure,
  DisclosurePanel,
  Heading,
  Button as RacButton,
  ToggleButton,
} from 'react-aria-components'
import { Link } from '../../app/design/button.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { useKeptFocus } from '../../app/design/use-kept-focus.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { MarksBar } from './marks-bar.tsx'
import type { RatedCheck } from './seo-worker.ts'
import type { TextMarks } from './use-text-marks.ts'

const RATINGS = ['bad', 'okay', 'good'] as const

type CheckListProps = { checks: readonly RatedCheck[]; marks: TextMarks }

/** Checks to improve first; good ones are folded away. A check that points into the text can be shown there. */
export function CheckList({ checks, marks }: CheckListProps) {
  const list = useRef<HTMLDivElement>(null)
  useKeptFocus(list)
  const close = () => {
    const name = marks.check?.name
    marks.choose(null)
    list.current?.querySelector<HTMLElement>(`[data-check="${name}"] button`)?.focus()
  }
  return (
    <div className="check-lists" ref={list}>
      {RATINGS.map((rating) => {
        const rated = checks.filter((check) => check.rating === rating)
        return rated.length > 0 && <Rated key={rating} rating={rating} checks={rated} marks={marks} />
      })}
      {marks.check && <MarksBar key={marks.check.name} marks={marks} onClose={close} />}
    </div>
  )
}

function Rated({ rating, checks, marks }: CheckListProps & { rating: (typeof RATINGS)[number] }) {
  const t = useWords('seo')
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
          {checks.map((check) => (
            <CheckItem key={check.name} check={check} marks={marks} />
          ))}
        </ul>
      </DisclosurePanel>
    </Disclosure>
  )
}

function CheckItem({ check, marks }: { check: RatedCheck; marks: TextMarks }) {
  const t = useWords('seo')
  const label = useLabel()
  const { name, message, params, highlights } = check
  const isChosen = marks.check?.name === name
  return (
    <li data-check={name}>
      <span className="check-message">{label(message)}</span>
      {name === 'keyphrase_used_before' && params.id !== undefined && (
        <Link href={`/articles/${params.id}`}>{t('open_article')}</Link>
      )}
      {highlights.length > 0 && (
        <ToggleButton
          className="check-mark"
          aria-label={`${t('show_in_text')}: ${label(message)}`}
          isSelected={isChosen}
          onChange={() => marks.choose(isChosen ? null : name)}
        >
          <Icon name="eye" size={16} />
          {t('show_in_text')}
        </ToggleButton>
      )}
    </li>
  )
}
