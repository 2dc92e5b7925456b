import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { Icon } from '../../app/design/icon.tsx'
import { useReady } from '../../app/design/use-ready.ts'
import { LanguageSwitch } from '../../app/shell/language-switch.tsx'
import { useWords } from '../../app/words/words-context.tsx'

type LinkCardProps = { title: string; text?: string | null; problem?: string | null; children?: ReactNode }

/** The frame of the screens around signing in: a card with a title, and the way to sign in below. */
export function LinkCard({ title, text, problem, children }: LinkCardProps) {
  const t = useWords('account_links')
  useReady()
  useEffect(() => {
    document.title = `${title} · Frontage`
  }, [title])
  return (
    <main className="sign-in">
      <div className="sign-in-card card">
        <p className="brand-mark" aria-hidden="true">
          F
        </p>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
        <div role="alert" className={problem ? 'notice notice-danger' : 'visually-hidden'}>
          {problem && <Icon name="warning" />}
          <span className="notice-text">{problem}</span>
        </div>
        {children}
        <Link href="/sign-in" className="link sign-in-link">
          {t('to_sign_in')}
        </Link>
      </div>
      <LanguageSwitch />
    </main>
  )
}
