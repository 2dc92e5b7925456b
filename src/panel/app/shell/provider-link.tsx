import { useLocation, useSearch } from 'wouter'
import type { SignInMethods } from '../../../client/index.ts'
import { isOfTab } from '../api/session.ts'
import { useSignInMethods } from '../api/use-sign-in-methods.ts'
import { classOf } from '../design/plain-button.tsx'
import { useWords } from '../words/words-context.tsx'

type ProviderLinkProps = {
  provider: NonNullable<SignInMethods['provider']>
  /** A path of the panel. */
  next: string
  /** In a tab of its own, which leaves this page as it is. */
  isApart?: boolean
}

/** Leads to the identity provider and, from there, back to a page of the panel. */
export function ProviderLink({ provider, next, isApart = false }: ProviderLinkProps) {
  const t = useWords('company_account')
  return (
    <a
      className={classOf({ look: 'primary' })}
      href={`${provider.start}?return_to=${encodeURIComponent(`/admin${next}`)}`}
      target={isApart ? '_blank' : undefined}
      rel={isApart ? 'noreferrer' : undefined}
    >
      <span className="button-text">{t('sign_in_with', { name: provider.name })}</span>
    </a>
  )
}

/**
 * Signing in again over an open page: the tab of the provider tells this one, see `session.ts`. It leads to a page that every
 * role has.
 */
export function SignInApart() {
  const t = useWords('company_account')
  const methods = useSignInMethods()
  if (isOfTab()) return <SignInHere />
  return (
    <>
      <p className="muted">{t('sign_in_apart')}</p>
      {methods?.provider && <ProviderLink provider={methods.provider} next="/account" isApart />}
    </>
  )
}

/** Another tab would have a session of its own, so this one goes to the provider and back. */
function SignInHere() {
  const t = useWords('tab_session')
  const methods = useSignInMethods()
  const [path] = useLocation()
  const search = useSearch()
  return (
    <>
      <p className="muted">{t('sign_in_here')}</p>
      {methods?.provider && (
        <ProviderLink provider={methods.provider} next={path + (search && `?${search}`)} />
      )}
    </>
  )
}
