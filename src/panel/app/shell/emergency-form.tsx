import { useState } from 'react'
import { Button } from '../design/plain-button.tsx'
import { useWords } from '../words/words-context.tsx'
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx'

/**
 * Signing in where that is for the company account alone, and the provider may be away: the form for a password that was set on the
 * server. It opens at the press of a button.
 */
export function EmergencyForm(props: SignInFormProps) {
  const t = useWords('company_account')
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button look="quiet" onPress={() => setOpen(true)}>
        {t('with_password')}
      </Button>
    )
  return (
    <>
      <p className="muted">{t('with_password_text')}</p>
      <SignInForm {...props} />
    </>
  )
}
