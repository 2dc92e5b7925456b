import { useEffect } from 'react'
import { useWords } from '../words/words-context.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The first screen. Once signed in, the gate of the application leads to the page that was asked for. */
export function SignInScreen({ loadFrame }: { loadFrame: () => Promise<unknown> }) {
  const t = useWords('sign_in')
  useEffect(() => {
    // The frame is shown next.
    void loadFrame().catch(() => {})
  }, [loadFrame])
  return (
    <SignInCard
      title={t('sign_in_title')}
      name={t('sign_in')}
      link={{ href: '/forgot-password', text: t('forgot_password') }}
    >
      <SignInForm />
    </SignInCard>
  )
}
