// Sets a password with the token of a link: a new one, or the first of an invited account. The token is in the fragment of
// the address, which browsers do not send.
import { useState } from 'react'
import { Link } from 'wouter'
import { ApiProblem } from '../../../client/api-problem.ts'
import { useProblemMessage } from '../../app/api/problem-message.ts'
import { Button } from '../../app/design/plain-button.tsx'
import { TextField } from '../../app/design/text-field.tsx'
import { useFirstProblem } from '../../app/design/use-first-problem.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { acceptInvitation, resetPassword } from './account-links-api.ts'
import { LinkCard } from './link-card.tsx'

const MIN_LENGTH = 10
const MAX_LENGTH = 200

const tokenInAddress = () => new URLSearchParams(location.hash.slice(1)).get('token')

export const ResetPasswordScreen = () => <SetPassword isInvitation={false} />
export const AcceptInvitationScreen = () => <SetPassword isInvitation />

function SetPassword({ isInvitation }: { isInvitation: boolean }) {
  const t = useWords('account_links')
  const describeProblem = useProblemMessage()
  const [token] = useState(tokenInAddress)
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isPending, setPending] = useState(false)
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  const passwordError =
    password.length < MIN_LENGTH
      ? t('password_short')
      : password.length > MAX_LENGTH
        ? t('password_long')
        : null
  const repeatError = repeated === password ? null : t('repeat_differs')

  async function submit() {
    setChecked(true)
    if (!token || passwordError || repeatError || isPending) return
    setPending(true)
    setFailure(null)
    try {
      await (isInvitation ? acceptInvitation(token, password) : resetPassword(token, password))
      setDone(true)
    } catch (error) {
      setFailure(error)
    } finally {
      setPending(false)
    }
  }

  const formProps = useFirstProblem({ isPending, onSubmit: submit })
  const title = t(isInvitation ? 'accept_title' : 'reset_title')
  if (isDone) return <LinkCard title={t('done_title')} text={t('done_text')} />
  const isBlocked = failure instanceof ApiProblem && failure.status === 429
  const problem = failure === null ? null : isBlocked ? t('too_many') : describeProblem(failure).message
  return (
    <LinkCard
      title={title}
      text={isInvitation ? t('accept_text') : null}
      problem={token ? problem : t('link_incomplete')}
    >
      {token && (
        <form {...formProps} className="sign-in-form" noValidate>
          <TextField
            label={t('new_password')}
            type="password"
            name="new-password"
            autoComplete="new-password"
            dir="ltr"
            value={password}
            onChange={setPassword}
            autoFocus
            description={isChecked && passwordError ? null : t('password_help')}
            error={isChecked ? passwordError : null}
          />
          <TextField
            label={t('repeat_password')}
            type="password"
            name="repeated-password"
            autoComplete="new-password"
            dir="ltr"
            value={repeated}
            onChange={setRepeated}
            error={isChecked && !passwordError ? repeatError : null}
          />
          <Button type="submit" look="primary" isPending={isPending}>
            {t('set_password')}
          </Button>
        </form>
      )}
      {!isInvitation && (!token || failure !== null) && (
        <Link href="/forgot-password" className="link sign-in-link">
          {t('ask_again')}
        </Link>
      )}
    </LinkCard>
  )
}
