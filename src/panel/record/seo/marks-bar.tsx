import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { announce } from '../../app/design/announce.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import type { TextMarks } from './use-text-marks.ts'

type MarksBarProps = { marks: TextMarks; onClose: () => void }

/**
 * At the lower edge while places of a check are marked: goes through them. It takes the focus, and Escape gives it back to
 * the check, so that the keyboard gets there and back.
 */
export function MarksBar({ marks, onClose }: MarksBarProps) {
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
