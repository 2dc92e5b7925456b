import { useState } from 'react'
import { useSession } from '../../app/api/api.ts'
import { Button } from '../../app/design/button.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { Select } from '../../app/design/select.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useSignOut } from '../../app/shell/account-menu.tsx'
import { type Scheme, useScheme } from '../../app/shell/scheme.ts'
import type { Language } from '../../app/words/language.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { PasswordForm } from './password-form.tsx'

/** The signed-in user's own account: password, language, appearance, sessions. */
export function AccountScreen({ title }: { title: string }) {
  useReady()
  return (
    <>
      <PageHeader title={title} />
      <div className="account">
        <Profile />
        <PasswordForm />
        <Preferences />
        <Sessions />
      </div>
    </>
  )
}

function Profile() {
  const t = useWords('shell')
  const words = useWords('account')
  const { user, expires_at } = useSession()
  const { formatInstant } = useFormat()
  return (
    <section className="card" aria-label={words('profile')}>
      <div className="card-header">
        <h2>{words('profile')}</h2>
      </div>
      <dl className="card-body facts">
        <div>
          <dt>{words('name')}</dt>
          <dd>{user.name}</dd>
        </div>
        <div>
          <dt>{words('email')}</dt>
          <dd dir="ltr">{user.email}</dd>
        </div>
        <div>
          <dt>{words('role')}</dt>
          <dd>{t(user.role === 'admin' ? 'role_admin' : 'role_creator')}</dd>
        </div>
        <div>
          <dt>{words('session_until')}</dt>
          <dd>{formatInstant(expires_at)}</dd>
        </div>
      </dl>
    </section>
  )
}

/** Each language by its own name. */
const LANGUAGES = [
  { id: 'fa', label: 'فارسی' },
  { id: 'en', label: 'English' },
]

function Preferences() {
  const t = useWords('shell')
  const words = useWords('account')
  const { language, setLanguage } = useLanguage()
  const { scheme, setScheme } = useScheme()
  return (
    <section className="card" aria-label={words('preferences')}>
      <div className="card-header">
        <h2>{words('preferences')}</h2>
      </div>
      <div className="card-body stack">
        <Select
          label={words('interface_language')}
          value={language}
          options={LANGUAGES}
          onChange={(next) => void setLanguage(next as Language)}
        />
        <Select
          label={t('scheme')}
          value={scheme}
          options={(['system', 'light', 'dark'] as const).map((id) => ({ id, label: t(`scheme_${id}`) }))}
          onChange={(next) => setScheme(next as Scheme)}
        />
      </div>
    </section>
  )
}

function Sessions() {
  const words = useWords('account')
  const signOut = useSignOut()
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="card" aria-label={words('sessions')}>
      <div className="card-header">
        <h2>{words('sessions')}</h2>
      </div>
      <div className="card-body stack">
        <p className="muted">{words('sessions_text')}</p>
        <div className="account-actions">
          <Button icon="sign-out" onPress={() => signOut()}>
            {words('sign_out_here')}
          </Button>
          <Button look="quiet" onPress={() => setAsking(true)}>
            {words('sign_out_everywhere')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        title={words('sign_out_everywhere')}
        isOpen={isAsking}
        action={words('sign_out_everywhere')}
        isDangerous
        onClose={() => setAsking(false)}
        onConfirm={() => signOut(true)}
      >
        {words('everywhere_question')}
      </ConfirmDialog>
    </section>
  )
}
