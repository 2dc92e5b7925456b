import { Button } from '../../app/design/button.tsx'
import { Dialog } from '../../app/design/dialog.tsx'
import { RecoveryCodes } from '../../app/factors/recovery-codes.tsx'
import { useWords } from '../../app/words/words-context.tsx'

/** New recovery codes, which are not shown again. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useWords('factors')
  return (
    <Dialog
      title={t('codes')}
      isOpen
      size="small"
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose}>
          {t('codes_kept')}
        </Button>
      }
    >
      <div className="stack">
        <RecoveryCodes codes={codes} />
      </div>
    </Dialog>
  )
}
