import { useEffect } from 'react'
import { Link } from 'wouter'
import { useReady } from '../design/use-ready.ts'
import { useWords } from '../words/words-context.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The first screen. Once signed in, the gate of the application leads to the page that was asked for. */
export function SignInScreen({ loadFrame }: { loadFrame: () => Promise<unknown> }) {
  const t = useWords('sign_in')
  useReady()
  useEffect(() => {
    document.title = `${t('sign_in')} · Frontage`
    // The frame is shown next.
    void loadFrame().catch(() => {})
  }, [t, loadFrame])
  return (
    <main className="sign-in">
      <div className="sign-in-card card">
        <p className="brand-mark" aria-hidden="true">
          F
        </p>
        <h1>{t('sign_in_title')}</h1>
        <SignInForm />
        <Link href="/forgot-password" className="link sign-in-link">
          {t('forgot_password')}
        </Link>
      </div>
      <LanguageSwitch />
    </main>
  )
}
