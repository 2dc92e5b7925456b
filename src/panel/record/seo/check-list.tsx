import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import {
  Disclosure,
  DisclosurePanel,
  Heading,
  Button as RacButton,
  ToggleButton,
} from 'react-aria-components'
import { createPortal } from 'react-dom'
import { announce } from '../../app/design/announce.ts'
import { Button, IconButton, Link } from '../../app/design/button.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
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

const controlsOf = (element: HTMLElement) => [
  ...element.querySelectorAll<HTMLElement>('a[href], button:not([disabled])'),
]

/**
 * Keeps the focus in lists that change by themselves: when the rendering of this component takes away the control that has
 * it, the one that is now in its place gets it. Otherwise the keyboard would begin at the top of the page again.
 */
function useKeptFocus(list: RefObject<HTMLElement | null>) {
  const focused = document.activeElement
  const index = list.current?.contains(focused)
    ? controlsOf(list.current).indexOf(focused as HTMLElement)
    : -1
  useLayoutEffect(() => {
    if (index < 0 || focused?.isConnected || !list.current) return
    const controls = controlsOf(list.current)
    controls[Math.min(index, controls.length - 1)]?.focus()
  })
}

type MarksBarProps = { marks: TextMarks; onClose: () => void }

/**
 * A bar at the lower edge that goes through the marked places of a check. It takes the focus, and Escape gives it back to
 * the check, so that the keyboard gets there and back.
 */
function MarksBar({ marks, onClose }: MarksBarProps) {
  const t = useWords('seo')
  const label = useLabel()
  const bar = useRef<HTMLElement>(null)
  const { check, count, current, text, step, edit } = marks
  const place = count === 0 ? t('no_places') : t('place', { position: current + 1, total: count })
  useEffect(() => {
    bar.current?.querySelector<HTMLElement>('[data-step="1"]')?.focus()
  }, [])
  useEffect(() => {
    if (count > 0) announce(`${place}: ${text}`)
  }, [count, place, text])
  if (!check) return null
  return createPortal(
    <section
      ref={bar}
      className="marks-bar"
      aria-label={t('marked_places')}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <div className="marks-head">
        <p className="marks-text">{label(check.message)}</p>
        <IconButton icon="close" size="small" label={t('stop_marking')} onPress={onClose} />
      </div>
      <div className="marks-tools">
        <output className="marks-count">{place}</output>
        <IconButton
          icon="chevron-up"
          size="small"
          label={t('previous_place')}
          isDisabled={count < 2}
          onPress={() => step(-1)}
        />
        <Button size="small" icon="chevron-down" data-step="1" onPress={() => step(1)}>
          {t('next_place')}
        </Button>
        <Button size="small" icon="edit" isDisabled={count === 0} onPress={edit}>
          {t('edit_place')}
        </Button>
      </div>
    </section>,
    document.body,
  )
}
