import { type ComponentType, useState } from 'react'
import { ApiProblem } from '../../../client/api-problem.ts'
import type { Grant } from '../../../client/index.ts'
import { signIn } from '../api/sign-in.ts'
import { laterPart } from '../design/lazy-part.tsx'
import { Button } from '../design/plain-button.tsx'
import { useProblemMessage } from '../design/problem-message.ts'
import { TextField } from '../design/text-field.tsx'
import { useFirstProblem } from '../design/use-first-problem.ts'
import { useLanguage, useWords } from '../words/words-context.tsx'
import { formatCountdown, useTimeLeft } from './countdown.ts'
import type { StepProps } from './second-factor-step.tsx'
import { Alert } from './sign-in-card.tsx'

export type SignInFormProps = {
  /** The account to begin with, when a session is renewed. */
  email?: string
  onSignedIn?: (grant: Grant) => void
}

const PasskeyButton = laterPart(async () => (await import('./second-factor-step.tsx')).PasskeyButton)

const EMAIL = /^[^@\s]+@[^@\s]+$/

export function SignInForm({ email: known = '', onSignedIn }: SignInFormProps) {
  const t = useWords('sign_in')
  const { language } = useLanguage()
  const describeProblem = useProblemMessage()
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [isPending, setPending] = useState(false)
  const [missing, setMissing] = useState<{ email?: boolean; password?: boolean }>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [blockedUntil, setBlockedUntil] = useState<number | null>(null)
  const left = useTimeLeft(blockedUntil)
  const [next, setNext] = useState<{ Step: ComponentType<StepProps>; problem: ApiProblem } | null>(null)

  async function submit() {
    const problems = { email: !EMAIL.test(email.trim()), password: password === '' }
    setMissing(problems)
    if (problems.email || problems.password || isPending || left > 0) return
    setPending(true)
    setFailure(null)
    try {
      // Apart from the call below, which without `onSignedIn` would not evaluate it.
      const grant = await signIn(email.trim(), password)
      onSignedIn?.(grant)
    } catch (error) {
      if (error instanceof ApiProblem && error.ticket)
        setNext({ Step: await (await import('./second-factor-step.tsx')).loadStep(), problem: error })
      else setFailure(error)
      if (error instanceof ApiProblem && error.retryAfter !== null && error.status === 429)
        setBlockedUntil(Date.now() + error.retryAfter * 1_000)
    } finally {
      setPending(false)
    }
  }

  const formProps = useFirstProblem({ isPending, onSubmit: submit })
  const message = () => {
    if (left > 0) return t('sign_in_wait', { time: formatCountdown(left, language) })
    if (failure === null) return null
    if (failure instanceof ApiProblem && failure.status === 401) return t('sign_in_failed')
    if (failure instanceof ApiProblem && failure.status === 403) return t('company_alone')
    if (failure instanceof ApiProblem && failure.status === 429) return null
    return describeProblem(failure).message
  }
  const text = message()

  if (next) return <next.Step problem={next.problem} onSignedIn={onSignedIn} onBack={() => setNext(null)} />
  return (
    <form {...formProps} className="sign-in-form" noValidate>
      <Alert text={text} isSpoken={left === 0} />
      <TextField
        label={t('email')}
        type="email"
        name="email"
        autoComplete="username"
        dir="ltr"
        value={email}
        onChange={setEmail}
        isReadOnly={known !== ''}
        autoFocus={known === ''}
        error={missing.email ? t('enter_email') : null}
      />
      <TextField
        label={t('password')}
        type="password"
        name="password"
        autoComplete="current-password"
        dir="ltr"
        value={password}
        onChange={setPassword}
        autoFocus={known !== ''}
        error={missing.password ? t('enter_password') : null}
      />
      <Button type="submit" look="primary" isPending={isPending} isDisabled={left > 0}>
        {t('sign_in')}
      </Button>
      <PasskeyButton onSignedIn={onSignedIn} />
    </form>
  )
}
