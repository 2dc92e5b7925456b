import { type ReactNode, useState } from 'react'
import { ToggleButton } from 'react-aria-components'
import { Icon } from '../../app/design/icon.tsx'
import { lazyPart } from '../../app/design/lazy-part.tsx'
import { useMediaQuery } from '../../app/design/use-media-query.ts'
import { useWords } from '../../app/words/words-context.tsx'
import type { FormValues } from '../state/use-form-values.ts'

const PreviewPane = lazyPart(() => import('./preview-pane.tsx').then(({ PreviewPane }) => PreviewPane))

export type PreviewToggle = ReturnType<typeof usePreviewToggle>

/** Whether the preview is open; there is room beside the form from the width in `preview.css`. */
export function usePreviewToggle() {
  const [isOpen, setOpen] = useState(false)
  const hasRoom = useMediaQuery('(min-width: 1280px)')
  return { isOpen, setOpen, hasRoom, isSplit: isOpen && hasRoom }
}

export function PreviewButton({ preview: { isOpen, setOpen } }: { preview: PreviewToggle }) {
  const t = useWords('forms')
  return (
    <ToggleButton
      className="button button-secondary button-small preview-button"
      isSelected={isOpen}
      onChange={setOpen}
    >
      <Icon name="eye" />
      <span className="button-text">{t('preview')}</span>
    </ToggleButton>
  )
}

type PreviewSplitProps = { form: FormValues; preview: PreviewToggle; children: ReactNode }

/** The form, with the preview of its record beside it while that is open. */
export function PreviewSplit({ form, preview, children }: PreviewSplitProps) {
  const { isOpen, setOpen, hasRoom, isSplit } = preview
  return (
    <div className="preview-split" data-split={isSplit || undefined}>
      {children}
      {isOpen && form.recordId !== null && (
        <PreviewPane form={form} isBeside={hasRoom} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
