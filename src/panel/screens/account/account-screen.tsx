import { useSession } from '../../app/api/api.ts'
import { Card, Fact } from '../../app/design/card.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { Select } from '../../app/design/select.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { type Scheme, useScheme } from '../../app/shell/scheme.ts'
import type { Language } from '../../app/words/language.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { CompanyAccountCard } from './company-account-card.tsx'
import { MailChoicesCard } from './mail-choices-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TokensCard } from './tokens-card.tsx'
import { TotpCard } from './totp-card.tsx'

/** The signed-in user's own account: password, company account, language, appearance, sessions. */
export function AccountScreen({ title }: { title: string }) {
  const { user } = useSession()
  useReady()
  return (
    <>
      <PageHeader title={title} />
      <div className="account">
        <Profile />
        {/* Of an account: a person of procurement alone has none. */}
        {user.role && (
          <>
            <PasswordCard />
            <TotpCard />
            <PasskeysCard />
          </>
        )}
        <CompanyAccountCard />
        <Preferences />
        {user.role && <MailChoicesCard />}
        <SessionsCard />
        {user.role && <TokensCard />}
      </div>
    </>
  )
}

function Profile() {
  const words = useWords('account')
  const procurement = useWords('procurement')
  const { user, expires_at } = useSession()
  const roles = user.procurement_roles ?? []
  const { formatInstant } = useFormat()
  return (
    <Card title={words('profile')}>
      <dl className="facts">
        <Fact name={words('name')}>{user.name}</Fact>
        {user.email && (
          <Fact name={words('email')}>
            <bdi dir="ltr">{user.email}</bdi>
          </Fact>
        )}
        {user.role && <Fact name={words('role')}>{words(`role_${user.role}`)}</Fact>}
        {roles.length > 0 && (
          <Fact name={words('role_procurement')}>
            {roles.map((role) => procurement(`${role}_role`)).join(words('comma'))}
          </Fact>
        )}
        <Fact name={words('session_until')}>{formatInstant(expires_at)}</Fact>
      </dl>
    </Card>
  )
}

/** Each language by its own name. */
const LANGUAGES = [
  { id: 'fa', label: 'فارسی' },
  { id: 'en', label: 'English' },
]

function Preferences() {
  const words = useWords('account')
  const { language, setLanguage } = useLanguage()
  const { scheme, setScheme } = useScheme()
  return (
    <Card title={words('preferences')}>
      <div className="stack">
        <Select
          label={words('interface_language')}
          value={language}
          options={LANGUAGES}
          onChange={(next) => void setLanguage(next as Language)}
        />
        <Select
          label={words('scheme')}
          value={scheme}
          options={(['system', 'light', 'dark'] as const).map((id) => ({ id, label: words(`scheme_${id}`) }))}
          onChange={(next) => setScheme(next as Scheme)}
        />
      </div>
    </Card>
  )
}
