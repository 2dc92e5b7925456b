import { type KeyboardEvent, type PointerEvent, useId } from 'react'
import { useWords } from '../app/words/words-context.tsx'

type Point = { x: number; y: number }
type Props = { src: string; alt: string; point: Point; onChange: (point: Point) => void }

const STEP = 0.02
const MOVES: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

const within = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000

/** The picture with its focal point: set by a click, moved by the arrow keys. */
export function FocalPoint({ src, alt, point, onChange }: Props) {
  const t = useWords('media')
  const hint = useId()
  const move = ({ x, y }: Point) => onChange({ x: within(x), y: within(y) })
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    move({ x: (event.clientX - left) / width, y: (event.clientY - top) / height })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = MOVES[event.key]
    if (!step) return
    event.preventDefault()
    move({ x: point.x + step[0], y: point.y + step[1] })
  }
  const percent = (value: number) => Math.round(value * 100)
  return (
    <figure className="focal">
      <div className="focal-picture" onPointerDown={onPointerDown}>
        <img src={src} alt={alt} draggable={false} />
        <button
          ref={(handle) => {
            // The content security policy forbids a style attribute.
            handle?.style.setProperty('left', `${point.x * 100}%`)
            handle?.style.setProperty('top', `${point.y * 100}%`)
          }}
          type="button"
          className="focal-handle"
          aria-label={`${t('focal_point')}: ${t('focal_value', { x: percent(point.x), y: percent(point.y) })}`}
          aria-describedby={hint}
          onKeyDown={onKeyDown}
        />
      </div>
      <figcaption id={hint} className="description">
        {t('focal_hint')}
      </figcaption>
    </figure>
  )
}
