import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { Icon } from '../design/icon.tsx'
import { Button } from '../design/plain-button.tsx'
import { useReady } from '../design/use-ready.ts'
import { useLanguage, useWords } from '../words/words-context.tsx'

type SignInCardProps = {
  title: string
  /** In the title of the document, instead of `title`. */
  name?: string
  /** At the end, a path of the panel. */
  link: { href: string; text: string } | null
  children: ReactNode
}

/** The frame of the screens around signing in: a card with a title, and a link below. */
export function SignInCard({ title, name = title, link, children }: SignInCardProps) {
  useReady()
  useEffect(() => {
    document.title = `${name} · Frontage`
  }, [name])
  return (
    <main className="sign-in">
      <div className="sign-in-card card">
        <p className="brand-mark" aria-hidden="true">
          F
        </p>
        <h1>{title}</h1>
        {children}
        {link && (
          <Link href={link.href} className="link sign-in-link">
            {link.text}
          </Link>
        )}
      </div>
      <LanguageSwitch />
    </main>
  )
}

/** A place for a sentence about what went wrong. A countdown that is spoken every second would talk over everything else. */
export const Alert = ({ text, isSpoken = true }: { text: string | null; isSpoken?: boolean }) => (
  <div role="alert" className={text ? 'notice notice-danger' : 'visually-hidden'}>
    {text && <Icon name="warning" />}
    <span className="notice-text" aria-live={isSpoken ? undefined : 'off'}>
      {text}
    </span>
  </div>
)

/** A button with the name of the other language, in that language. */
export function LanguageSwitch() {
  const { language, setLanguage } = useLanguage()
  const t = useWords('sign_in')
  const other = language === 'fa' ? 'en' : 'fa'
  return (
    <Button look="quiet" icon="globe" onPress={() => void setLanguage(other)}>
      <span lang={other}>{t('other_language')}</span>
    </Button>
  )
}
