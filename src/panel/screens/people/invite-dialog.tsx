import { useState } from 'react'
import type { Account } from '../../../client/index.ts'
import { Button } from '../../app/design/button.tsx'
import { Dialog } from '../../app/design/dialog.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { useChangeUser } from './use-change-user.ts'

/** Invites an account without a password again; the link before is no longer valid. */
export function InviteDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useWords('people')
  const { invite, isPending } = useChangeUser()
  const [link, setLink] = useState<string | null>(null)

  async function send() {
    const invitation = await invite(account)
    if (invitation?.link) setLink(invitation.link)
    else if (invitation) onClose()
  }

  return (
    <Dialog
      title={t('invite_title', { name: account.name })}
      isOpen
      onClose={onClose}
      size="small"
      actions={
        link ? (
          <Button onPress={onClose}>{t('close')}</Button>
        ) : (
          <>
            <Button onPress={onClose}>{t('cancel')}</Button>
            <Button look="primary" isPending={isPending} onPress={() => void send()}>
              {t('invite')}
            </Button>
          </>
        )
      }
    >
      {link ? <InvitationLink link={link} /> : <p>{t('invite_text')}</p>}
    </Dialog>
  )
}
