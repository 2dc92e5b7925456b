import type { ReactNode } from 'react'
import { Heading, Modal, ModalOverlay, Dialog as RacDialog } from 'react-aria-components'
import { useWords } from '../words/words-context.tsx'
import { IconButton } from './button.tsx'

export type DialogProps = {
  title: string
  isOpen: boolean
  /** Called by Escape, a click outside and the close button. */
  onClose: () => void
  /** The buttons at the end of the dialog, the main action last. */
  actions?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** Cannot be left without an action: for questions that must be answered. */
  isRequired?: boolean
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
}

/** The window of a dialog, which covers the lower part of the screen on phones. */
export function DialogWindow({
  title,
  isOpen,
  onClose,
  actions,
  size = 'medium',
  isRequired,
  role,
  children,
}: DialogProps) {
  const t = useWords('shell')
  return (
    <ModalOverlay
      className="modal-overlay"
      isOpen={isOpen}
      isDismissable={!isRequired}
      isKeyboardDismissDisabled={Boolean(isRequired)}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={`modal modal-${size}`}>
        <RacDialog className="dialog" role={role ?? 'dialog'}>
          <header className="dialog-header">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {!isRequired && <IconButton icon="close" label={t('close')} onPress={onClose} />}
          </header>
          <div className="dialog-body">{children}</div>
          {actions && <footer className="dialog-actions">{actions}</footer>}
        </RacDialog>
      </Modal>
    </ModalOverlay>
  )
}
