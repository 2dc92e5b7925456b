// Dialogs. Their script is loaded when the first one opens, so that no screen waits for it.
import { type ReactNode, useState } from 'react'
import { useWords } from '../words/words-context.tsx'
import { Button } from './button.tsx'
import type { DialogProps } from './dialog-window.tsx'
import { lazyPart } from './lazy-part.tsx'

const load = () => import('./dialog-window.tsx')
const DialogWindow = lazyPart(() => load().then((module) => module.DialogWindow))

/** Loads the script of dialogs ahead of the first one: where it may be needed while the service cannot be reached. */
export const prepareDialogs = () => void load().catch(() => {})

/** A dialog that is loaded at its first opening and stays in the page, so that its closing is shown. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return <DialogWindow {...props} />
}

type ConfirmProps = {
  title: string
  isOpen: boolean
  /** The verb of the action: "Delete", not "OK". */
  action: string
  /** A label that replaces "Cancel". */
  cancel?: string
  isDangerous?: boolean
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** A question with one action, and Cancel. */
export function ConfirmDialog({
  title,
  isOpen,
  action,
  cancel,
  isDangerous = false,
  isPending = false,
  onConfirm,
  onClose,
  children,
}: ConfirmProps) {
  const t = useWords('shell')
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose}>{cancel ?? t('cancel')}</Button>
          <Button look={isDangerous ? 'danger' : 'primary'} isPending={isPending} onPress={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className="stack">{children}</div>
    </Dialog>
  )
}
