// Sets a password with the token of a link: a new one, or the first of an invited account. The token is in the fragment of
// the address, which browsers do not send.
import { useState } from 'react'
import { Link } from 'wouter'
import { useIsCompanyAlone } from '../../app/api/use-sign-in-methods.ts'
import { TextField } from '../../app/design/text-field.tsx'
import { Alert } from '../../app/shell/sign-in-card.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { acceptInvitation, resetPassword } from './account-links-api.ts'
import { LinkCard, LinkForm } from './link-form.tsx'

const MIN_LENGTH = 10
const MAX_LENGTH = 200

const tokenInAddress = () => new URLSearchParams(location.hash.slice(1)).get('token')

export const ResetPasswordScreen = () => <SetPassword isInvitation={false} />
export const AcceptInvitationScreen = () => <SetPassword isInvitation />

function SetPassword({ isInvitation }: { isInvitation: boolean }) {
  const t = useWords('account_links')
  const isCompanyAlone = useIsCompanyAlone()
  const [token] = useState(tokenInAddress)
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isDone, setDone] = useState(false)

  const isShort = password.length < MIN_LENGTH
  const passwordError = isShort
    ? t('password_short')
    : password.length > MAX_LENGTH
      ? t('password_long')
      : null
  const repeatError = repeated === password ? null : t('repeat_differs')

  async function send() {
    setChecked(true)
    if (!token || passwordError || repeatError) return
    await (isInvitation ? acceptInvitation(token, password) : resetPassword(token, password))
    setDone(true)
  }

  const title = t(isInvitation ? 'accept_title' : 'reset_title')
  const text = isInvitation ? t(isCompanyAlone ? 'accept_to_confirm' : 'accept_text') : null
  if (isCompanyAlone && !isInvitation) return <LinkCard title={title} text={t('passwords_off')} />
  const askAgain = !isInvitation && (
    <Link href="/forgot-password" className="link sign-in-link">
      {t('ask_again')}
    </Link>
  )
  if (isDone)
    return (
      <LinkCard title={t('done_title')} text={t(isCompanyAlone ? 'done_to_confirm' : 'done_text')}>
        {!isInvitation && <p>{t('done_look_through')}</p>}
      </LinkCard>
    )
  if (!token)
    return (
      <LinkCard title={title} text={text}>
        <Alert text={t('link_incomplete')} />
        {askAgain}
      </LinkCard>
    )
  return (
    <LinkForm title={title} text={text} action={t('set_password')} send={send} afterFailure={askAgain}>
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
    </LinkForm>
  )
}
