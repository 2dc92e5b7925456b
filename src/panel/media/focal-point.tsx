import { type KeyboardEvent, type PointerEvent, useId } from 'react'
import { useWords } from '../app/words/words-context.tsx'
import type { ImageFile } from './media-names.ts'
import { clampPoint, type PictureEdit, type Point, turnPoint, turnPointBack } from './picture-edit.ts'
import { PictureStage } from './picture-stage.tsx'

/** `point` is one of the original. */
type Props = { file: ImageFile; edit: PictureEdit; point: Point; onChange: (point: Point) => void }

const STEP = 0.02
const MOVES: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** The picture with its focal point: set by a click, moved by the arrow keys. */
export function FocalPoint({ file, edit, point, onChange }: Props) {
  const t = useWords('media')
  const hint = useId()
  const shown = turnPoint(point, edit.rotation)
  const move = (next: Point) => onChange(clampPoint(turnPointBack(clampPoint(next), edit.rotation)))
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    move({ x: (event.clientX - left) / width, y: (event.clientY - top) / height })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = MOVES[event.key]
    if (!step) return
    event.preventDefault()
    move({ x: shown.x + step[0], y: shown.y + step[1] })
  }
  const percent = (value: number) => Math.round(value * 100)
  return (
    <figure className="focal">
      <PictureStage file={file} edit={edit} onPointerDown={onPointerDown}>
        <button
          type="button"
          className="focal-handle"
          style={{ left: `${shown.x * 100}%`, top: `${shown.y * 100}%` }}
          aria-label={`${t('focal_point')}: ${t('focal_value', { x: percent(shown.x), y: percent(shown.y) })}`}
          aria-describedby={hint}
          onKeyDown={onKeyDown}
        />
      </PictureStage>
      <figcaption id={hint} className="description">
        {t('focal_hint')}
      </figcaption>
    </figure>
  )
}
