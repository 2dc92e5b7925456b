import { useState } from 'react'
import { ApiProblem } from '../../../client/index.ts'
import { useApi, useSession } from '../../app/api/api.ts'
import { useProblemMessage } from '../../app/api/problem-message.ts'
import { beginSession } from '../../app/api/session.ts'
import { Button } from '../../app/design/button.tsx'
import { Card, Fact } from '../../app/design/card.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { Select } from '../../app/design/select.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useFirstProblem } from '../../app/design/use-first-problem.ts'
import { useFormat } from '../../app/design/use-format.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useSignOut } from '../../app/shell/account-menu.tsx'
import { type Scheme, useScheme } from '../../app/shell/scheme.ts'
import type { Language } from '../../app/words/language.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { TokensCard } from './tokens-card.tsx'

/** The signed-in user's own account: password, language, appearance, sessions. */
export function AccountScreen({ title }: { title: string }) {
  useReady()
  const { user } = useSession()
  return (
    <>
      <PageHeader title={title} />
      <div className="account">
        <Profile />
        <PasswordForm />
        <Preferences />
        <Sessions />
        {/* Of an account: a person of procurement alone has none. */}
        {user.role && <TokensCard />}
      </div>
    </>
  )
}

function Profile() {
  const words = useWords('account')
  const { user, expires_at } = useSession()
  const { formatInstant } = useFormat()
  return (
    <Card title={words('profile')}>
      <dl className="facts">
        <Fact name={words('name')}>{user.name}</Fact>
        <Fact name={words('email')}>
          <bdi dir="ltr">{user.email}</bdi>
        </Fact>
        <Fact name={words('role')}>{user.role && words(`role_${user.role}`)}</Fact>
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

function Sessions() {
  const words = useWords('account')
  const signOut = useSignOut()
  const [isAsking, setAsking] = useState(false)
  return (
    <Card title={words('sessions')}>
      <div className="stack">
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
    </Card>
  )
}

const EMPTY = { current: '', next: '', repeated: '' }

/** The problem of a new password before it is sent: the field, and the key of the message. */
function passwordProblem({ current, next, repeated }: typeof EMPTY) {
  if (current === '') return { field: 'current', message: 'enter_current' } as const
  // The service counts characters, not UTF-16 units.
  const length = [...next].length
  if (length < 10 || length > 200) return { field: 'next', message: 'password_length' } as const
  return next === repeated ? null : ({ field: 'repeated', message: 'password_differs' } as const)
}

function PasswordForm() {
  const words = useWords('account')
  const api = useApi()
  const { user } = useSession()
  const describeProblem = useProblemMessage()
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<{ [Name in keyof typeof EMPTY]?: string }>({})
  const [isPending, setPending] = useState(false)

  async function submit() {
    const problem = passwordProblem(values)
    setErrors(problem ? { [problem.field]: words(problem.message) } : {})
    if (problem || isPending) return
    setPending(true)
    try {
      const grant = await api.auth.changePassword(values.current, values.next)
      beginSession(grant)
      setValues(EMPTY)
      showToast(words('password_changed'))
    } catch (error) {
      const isWrong = error instanceof ApiProblem && error.code === 'invalid_current_password'
      setErrors({ current: isWrong ? words('wrong_current') : describeProblem(error).message })
    } finally {
      setPending(false)
    }
  }
  const formProps = useFirstProblem({ isPending, onSubmit: submit })
  const field = (name: keyof typeof EMPTY) => ({
    type: 'password' as const,
    dir: 'ltr' as const,
    value: values[name],
    error: errors[name] ?? null,
    onChange: (text: string) => setValues({ ...values, [name]: text }),
  })
  return (
    <Card title={words('change_password')}>
      <form {...formProps} className="stack" noValidate>
        {/* Password managers look for the account that the password belongs to. */}
        <input type="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
        <TextField {...field('current')} label={words('current_password')} autoComplete="current-password" />
        <TextField
          {...field('next')}
          label={words('new_password')}
          description={words('password_rule')}
          autoComplete="new-password"
        />
        <TextField {...field('repeated')} label={words('repeat_password')} autoComplete="new-password" />
        <div>
          <Button type="submit" look="primary" isPending={isPending}>
            {words('change_password')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
