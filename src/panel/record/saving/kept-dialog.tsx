import type { ReactNode } from 'react'
import type { FieldDescription } from '../../../client/index.ts'
import { Dialog } from '../../app/design/dialog.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { FieldChanges } from '../history/field-change.tsx'
import type { Leftover } from './use-kept-changes.ts'

type KeptDialogProps = {
  title: string
  fields: readonly FieldDescription[]
  leftover: Leftover
  actions: ReactNode
  onClose: () => void
}

/** Kept changes field by field, with words that were added and removed. */
export function KeptDialog({ title, fields, leftover, actions, onClose }: KeptDialogProps) {
  const t = useWords('autosave')
  const changed = fields.filter(({ name }) => name in leftover.mine)
  return (
    <Dialog title={title} isOpen onClose={onClose} size="large" actions={actions}>
      <div className="stack">
        <p className="muted">{t('differences_text')}</p>
        <FieldChanges fields={changed} before={leftover.base} after={leftover.mine} />
      </div>
    </Dialog>
  )
}
