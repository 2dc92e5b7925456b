import { type ReactNode, useId } from 'react'
import { useWords } from '../words/words-context.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-window.tsx'
import { useFirstProblem } from './use-first-problem.ts'

type FormDialogProps = Pick<DialogProps, 'title' | 'onClose'> & {
  size?: DialogProps['size']
  /** The verb of the button that submits the form; null where there is nothing to submit. */
  action: string | null
  isPending?: boolean
  onSubmit: () => unknown
  children: ReactNode
}

/** A dialog around one form, with Cancel and one action, or only Close; Enter in a field submits it too. */
export function FormDialog({
  title,
  size = 'small',
  action,
  isPending = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const t = useWords('shell')
  const form = useId()
  const formProps = useFirstProblem({ isPending, onSubmit })
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      size={size}
      actions={
        <>
          <Button onPress={onClose}>{t(action === null ? 'close' : 'cancel')}</Button>
          {action !== null && (
            <Button type="submit" form={form} look="primary" isPending={isPending}>
              {action}
            </Button>
          )}
        </>
      }
    >
      <form {...formProps} id={form} className="stack" noValidate>
        {children}
      </form>
    </Dialog>
  )
}
