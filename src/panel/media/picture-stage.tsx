import { type PointerEvent, type ReactNode, type RefObject, useRef } from 'react'
import { useWords } from '../app/words/words-context.tsx'
import type { ImageFile } from './media-names.ts'
import {
  HANDLES,
  type Handle,
  moveHandle,
  type PictureEdit,
  type Point,
  type Rectangle,
  turnedSize,
  WHOLE,
} from './picture-edit.ts'

const STEP = 0.01
const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

const percent = (share: number) => `${share * 100}%`
const placeOf = ({ x, y, width, height }: Rectangle) => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
})

type PictureStageProps = {
  file: ImageFile
  edit: PictureEdit
  stage?: RefObject<HTMLDivElement | null>
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void
  children: ReactNode
}

/** The whole picture, turned, with what is cut off in the dark; what stands on it is placed in shares of its sides. */
export function PictureStage({ file, edit, stage, onPointerDown, children }: PictureStageProps) {
  const { width, height } = turnedSize(file, edit.rotation)
  return (
    <div
      ref={stage}
      className="stage"
      style={{
        aspectRatio: `${width} / ${height}`,
        inlineSize: `min(100%, ${width}px, ${(60 * width) / height}vh)`,
      }}
      onPointerDown={onPointerDown}
    >
      <span className="stage-view">
        <img
          className={edit.rotation % 180 === 0 ? 'stage-picture' : 'stage-picture stage-picture-turned'}
          style={{ transform: `translate(-50%, -50%) rotate(${edit.rotation}deg)` }}
          src={file.url}
          alt={file.alt ?? ''}
          draggable={false}
        />
        {edit.crop && <span className="stage-crop" style={placeOf(edit.crop)} />}
      </span>
      {children}
    </div>
  )
}

type CropStageProps = { file: ImageFile; edit: PictureEdit; onChange: (crop: Rectangle) => void }

/** The picture with the rectangle that stays: its corners and itself are moved by pointer or arrow keys. */
export function CropStage({ file, edit, onChange }: CropStageProps) {
  const t = useWords('media')
  const stage = useRef<HTMLDivElement>(null)
  const crop = edit.crop ?? WHOLE
  const numbers = {
    left: Math.round(crop.x * 100),
    top: Math.round(crop.y * 100),
    width: Math.round(crop.width * 100),
    height: Math.round(crop.height * 100),
  }

  /** Follows the pointer until it is released. */
  function drag(handle: Handle, start: PointerEvent<HTMLElement>) {
    const { width, height } = stage.current!.getBoundingClientRect()
    const button = start.currentTarget
    button.setPointerCapture(start.pointerId)
    const follow = ({ clientX, clientY }: globalThis.PointerEvent) =>
      onChange(
        moveHandle(crop, handle, {
          x: (clientX - start.clientX) / width,
          y: (clientY - start.clientY) / height,
        }),
      )
    button.addEventListener('pointermove', follow)
    button.addEventListener('lostpointercapture', () => button.removeEventListener('pointermove', follow), {
      once: true,
    })
  }
  return (
    <figure className="focal">
      <PictureStage file={file} edit={{ ...edit, crop }} stage={stage}>
        {(Object.keys(HANDLES) as Handle[]).toReversed().map((handle) => (
          <button
            key={handle}
            type="button"
            className={`crop-handle crop-${handle}`}
            style={handle === 'whole' ? placeOf(crop) : cornerOf(crop, handle)}
            aria-label={`${t(`crop_${handle}`)}: ${t('crop_value', numbers)}`}
            onPointerDown={(event) => drag(handle, event)}
            onKeyDown={(event) => {
              const step = ARROWS[event.key]
              if (!step) return
              event.preventDefault()
              onChange(moveHandle(crop, handle, step))
            }}
          />
        ))}
      </PictureStage>
      <figcaption className="description">{t('crop_hint')}</figcaption>
    </figure>
  )
}

const cornerOf = ({ x, y, width, height }: Rectangle, handle: Handle) => {
  const sides: readonly string[] = HANDLES[handle]
  return {
    left: percent(sides.includes('right') ? x + width : x),
    top: percent(sides.includes('bottom') ? y + height : y),
  }
}
