// Asks for a link that sets a new password. The answer does not reveal whether the account exists.
import { useEffect, useState } from 'react'
import { ApiProblem } from '../../../client/api-problem.ts'
import { useProblemMessage } from '../../app/api/problem-message.ts'
import { Button } from '../../app/design/plain-button.tsx'
import { TextField } from '../../app/design/text-field.tsx'
import { useFirstProblem } from '../../app/design/use-first-problem.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { readMailIsOn, requestPasswordLink } from './account-links-api.ts'
import { LinkCard } from './link-card.tsx'

const EMAIL = /^[^@\s]+@[^@\s]+$/

export function ForgotPasswordScreen() {
  const t = useWords('account_links')
  const describeProblem = useProblemMessage()
  const [email, setEmail] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isPending, setPending] = useState(false)
  const [isSent, setSent] = useState(false)
  const [isMailOn, setMailOn] = useState(true)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    // When this is not known, the form says it.
    readMailIsOn().then(setMailOn, () => {})
  }, [])

  async function submit() {
    setWrong(!EMAIL.test(email.trim()))
    if (!EMAIL.test(email.trim()) || isPending) return
    setPending(true)
    setFailure(null)
    try {
      await requestPasswordLink(email.trim())
      setSent(true)
    } catch (error) {
      setFailure(error)
    } finally {
      setPending(false)
    }
  }

  const formProps = useFirstProblem({ isPending, onSubmit: submit })
  if (!isMailOn) return <LinkCard title={t('forgot_title')} text={t('forgot_off')} />
  if (isSent) return <LinkCard title={t('forgot_sent_title')} text={t('forgot_sent')} />
  const isBlocked = failure instanceof ApiProblem && failure.status === 429
  const problem = failure === null ? null : isBlocked ? t('too_many') : describeProblem(failure).message
  return (
    <LinkCard title={t('forgot_title')} text={t('forgot_text')} problem={problem}>
      <form {...formProps} className="sign-in-form" noValidate>
        <TextField
          label={t('email')}
          type="email"
          name="email"
          autoComplete="username"
          dir="ltr"
          value={email}
          onChange={setEmail}
          autoFocus
          error={isWrong ? t('enter_email') : null}
        />
        <Button type="submit" look="primary" isPending={isPending}>
          {t('forgot_button')}
        </Button>
      </form>
    </LinkCard>
  )
}
