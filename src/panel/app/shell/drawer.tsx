import type { ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from '../design/button.tsx'
import { useWords } from '../words/words-context.tsx'

type DrawerProps = { onOpenChange: (isOpen: boolean) => void; children: ReactNode }

/** The navigation on narrow screens, while it is open. */
export function Drawer({ onOpenChange, children }: DrawerProps) {
  const t = useWords('shell')
  return (
    <ModalOverlay className="drawer-overlay" isOpen onOpenChange={onOpenChange} isDismissable>
      <Modal className="drawer">
        <Dialog className="drawer-content" aria-label={t('open_menu')}>
          <IconButton icon="close" label={t('close')} onPress={() => onOpenChange(false)} />
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
