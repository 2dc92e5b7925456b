import { useState } from 'react'
import { announce } from '../app/design/announce.ts'
import { Button } from '../app/design/button.tsx'
import { useWords } from '../app/words/words-context.tsx'
import { FocalPoint } from './focal-point.tsx'
import type { ImageFile } from './media-names.ts'
import { asCrop, type PictureEdit, type Point, turned, turnedSize, WHOLE } from './picture-edit.ts'
import { CropStage } from './picture-stage.tsx'

type PictureToolsProps = {
  file: ImageFile
  edit: PictureEdit
  onEdit: (edit: PictureEdit) => void
  /** The focal point in the original. */
  point: Point
  onPoint: (point: Point) => void
}

/** The picture with its focal point or its crop, and the buttons that turn and crop it. */
export function PictureTools({ file, edit, onEdit, point, onPoint }: PictureToolsProps) {
  const t = useWords('media')
  const [isCropping, setCropping] = useState(false)
  const whole = turnedSize(file, edit.rotation)
  const { width, height } = edit.crop ?? WHOLE
  const size = {
    width: Math.max(1, Math.round(width * whole.width)),
    height: Math.max(1, Math.round(height * whole.height)),
  }
  const isEdited = edit.rotation !== 0 || edit.crop !== null
  const turn = (isClockwise: boolean) => {
    const next = turned(edit, isClockwise)
    onEdit(next)
    announce(t('turned', { degrees: next.rotation }))
  }
  return (
    <>
      {isCropping ? (
        <CropStage file={file} edit={edit} onChange={(crop) => onEdit({ ...edit, crop: asCrop(crop) })} />
      ) : (
        <FocalPoint file={file} edit={edit} point={point} onChange={onPoint} />
      )}
      <div className="media-actions">
        <Button size="small" aria-pressed={isCropping} onPress={() => setCropping(!isCropping)}>
          {t(isCropping ? 'crop_done' : 'crop')}
        </Button>
        {file.mime !== 'image/gif' && (
          <>
            <Button size="small" onPress={() => turn(false)}>
              {t('turn_left')}
            </Button>
            <Button size="small" onPress={() => turn(true)}>
              {t('turn_right')}
            </Button>
          </>
        )}
        {isEdited && (
          <Button size="small" look="quiet" onPress={() => onEdit({ rotation: 0, crop: null })}>
            {t('as_uploaded')}
          </Button>
        )}
      </div>
      {isEdited && <p className="muted small">{t('shown_size', size)}</p>}
    </>
  )
}
