import { Button as RacButton } from 'react-aria-components'
import { useLocation } from 'wouter'
import { useApi, useSession } from '../api/api.ts'
import { endSession } from '../api/session.ts'
import { Icon, type IconName } from '../design/icon.tsx'
import { Menu } from '../design/menu.tsx'
import { useLanguage, useWords } from '../words/words-context.tsx'
import { askBeforeLeaving } from './leaving.ts'
import { type Scheme, useScheme } from './scheme.ts'

const SCHEMES: [Scheme, IconName][] = [
  ['system', 'monitor'],
  ['light', 'sun'],
  ['dark', 'moon'],
]

/** Signs out in this browser, and at the identity provider; the token is revoked where the service can be reached. */
export function useSignOut() {
  const api = useApi()
  return (everywhere = false) =>
    void askBeforeLeaving(() => {
      void api.auth
        .logout({ everywhere })
        .catch(() => null)
        .then((page) => {
          endSession()
          if (page) location.href = page
        })
    })
}

export function AccountMenu() {
  const t = useWords('shell')
  const { user } = useSession()
  const { language, setLanguage } = useLanguage()
  const { scheme, setScheme } = useScheme()
  const signOut = useSignOut()
  const [, navigate] = useLocation()

  function act(key: string) {
    if (key === 'account') navigate('/account')
    else if (key === 'language') void setLanguage(language === 'fa' ? 'en' : 'fa')
    else if (key === 'sign-out') signOut()
    else setScheme(key as Scheme)
  }
  // A role may be younger than this script.
  const role = t(`role_${user.role ?? 'procurement'}`)
  return (
    <Menu
      label={t('account_menu')}
      onAction={act}
      trigger={(trigger) => (
        <RacButton {...trigger} className="account-button">
          <span className="visually-hidden">{`${t('account_menu')}: `}</span>
          <span className="avatar" aria-hidden="true">
            {user.name.trim().charAt(0)}
          </span>
          <span className="account-text">
            <span className="account-name">{user.name}</span>
            <span className="account-role">{role}</span>
          </span>
          <Icon name="chevron-up" size={16} />
        </RacButton>
      )}
      entries={[
        { id: 'account', icon: 'user', label: t('account') },
        { id: 'language', icon: 'globe', label: t('other_language') },
        ...SCHEMES.map(([name, icon], index) => ({
          id: name,
          icon: scheme === name ? ('check' as const) : icon,
          label: `${t('scheme')}: ${t(`scheme_${name}`)}`,
          isApart: index === 0,
        })),
        { id: 'sign-out', icon: 'sign-out', label: t('sign_out'), isApart: true },
      ]}
    />
  )
}
