import { Button } from '../../app/design/button.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { useCopy } from '../../app/design/use-copy.ts'
import { useWords } from '../../app/words/words-context.tsx'

/** The link of an invitation that the service could not send: the admin hands it over. */
export function InvitationLink({ link }: { link: string }) {
  const t = useWords('people')
  const copy = useCopy(t('link_copied'))
  return (
    <div className="stack">
      <p>{t('invitation_link_text')}</p>
      <TextField label={t('invitation_link')} value={link} isReadOnly dir="ltr" />
      <div>
        <Button icon="copy" onPress={() => void copy(link)}>
          {t('copy')}
        </Button>
      </div>
    </div>
  )
}
