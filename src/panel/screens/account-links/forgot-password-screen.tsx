// Asks for a link that sets a new password. The answer does not reveal whether the account exists.
import { useState } from 'react'
import { useSignInMethods } from '../../app/api/use-sign-in-methods.ts'
import { TextField } from '../../app/design/text-field.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { requestPasswordLink } from './account-links-api.ts'
import { LinkCard, LinkForm } from './link-form.tsx'

const EMAIL = /^[^@\s]+@[^@\s]+$/

export function ForgotPasswordScreen() {
  const t = useWords('account_links')
  const [email, setEmail] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isSent, setSent] = useState(false)
  const methods = useSignInMethods()

  async function send() {
    const address = email.trim()
    setWrong(!EMAIL.test(address))
    if (!EMAIL.test(address)) return
    await requestPasswordLink(address)
    setSent(true)
  }

  if (methods?.forgot_password === false)
    return <LinkCard title={t('forgot_title')} text={t(methods.password ? 'forgot_off' : 'passwords_off')} />
  if (isSent) return <LinkCard title={t('forgot_sent_title')} text={t('forgot_sent')} />
  return (
    <LinkForm title={t('forgot_title')} text={t('forgot_text')} action={t('forgot_button')} send={send}>
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
    </LinkForm>
  )
}
