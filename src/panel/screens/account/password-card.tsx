import { useState } from 'react'
import { ApiProblem } from '../../../client/api-problem.ts'
import { useApi, useSession } from '../../app/api/api.ts'
import { isDeclined } from '../../app/api/declined-proof.ts'
import { beginSession } from '../../app/api/session.ts'
import { renewSession } from '../../app/api/session-fetch.ts'
import { useIsCompanyAlone } from '../../app/api/use-sign-in-methods.ts'
import { Button } from '../../app/design/button.tsx'
import { Card } from '../../app/design/card.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { showToast } from '../../app/design/toasts.tsx'
import { useFirstProblem } from '../../app/design/use-first-problem.ts'
import { useWords } from '../../app/words/words-context.tsx'

const EMPTY = { current: '', next: '', repeated: '' }

/** The problem of a new password before it is sent: the field, and the key of the message. */
function passwordProblem({ current, next, repeated }: typeof EMPTY, hasPassword: boolean) {
  if (hasPassword && current === '') return { field: 'current', message: 'enter_current' } as const
  // The service counts characters, not UTF-16 units.
  const length = [...next].length
  if (length < 10 || length > 200) return { field: 'next', message: 'password_length' } as const
  return next === repeated ? null : ({ field: 'repeated', message: 'password_differs' } as const)
}

/** Changes the password of the account, or chooses its first one. */
export function PasswordCard() {
  const words = useWords('account')
  const api = useApi()
  const { user } = useSession()
  const hasPassword = user.has_password !== false
  const describeProblem = useProblemMessage()
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<{ [Name in keyof typeof EMPTY]?: string }>({})
  const [isPending, setPending] = useState(false)

  async function submit() {
    const problem = passwordProblem(values, hasPassword)
    setErrors(problem ? { [problem.field]: words(problem.message) } : {})
    if (problem || isPending) return
    setPending(true)
    try {
      await renewSession(async () =>
        beginSession(
          hasPassword
            ? await api.auth.changePassword(values.current, values.next)
            : await api.auth.choosePassword(values.next),
        ),
      )
      setValues(EMPTY)
      showToast(words(hasPassword ? 'password_changed' : 'password_chosen'))
    } catch (error) {
      if (isDeclined(error)) return
      const isWrong = error instanceof ApiProblem && error.code === 'invalid_current_password'
      const message = isWrong ? words('wrong_current') : describeProblem(error).message
      setErrors({ [hasPassword ? 'current' : 'next']: message })
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
  const action = words(hasPassword ? 'change_password' : 'choose_password')
  const isCompanyAlone = useIsCompanyAlone()
  return (
    <Card title={action}>
      <form {...formProps} className="stack" noValidate>
        {!hasPassword && (
          <p className="muted">{words(isCompanyAlone ? 'choose_to_confirm' : 'choose_text')}</p>
        )}
        {hasPassword && isCompanyAlone && <p className="muted">{words('password_confirms')}</p>}
        {hasPassword && <p className="muted">{words('password_ends')}</p>}
        {/* Password managers look for the account that the password belongs to. */}
        <input type="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
        {hasPassword && (
          <TextField
            {...field('current')}
            label={words('current_password')}
            autoComplete="current-password"
          />
        )}
        <TextField
          {...field('next')}
          label={words('new_password')}
          description={words('password_rule')}
          autoComplete="new-password"
        />
        <TextField {...field('repeated')} label={words('repeat_password')} autoComplete="new-password" />
        <div>
          <Button type="submit" look="primary" isPending={isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Card>
  )
}
