import type { ReactNode } from 'react'
import { ApiProblem } from '../../../client/api-problem.ts'
import { Button } from '../../app/design/plain-button.tsx'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { useFirstProblem } from '../../app/design/use-first-problem.ts'
import { useSubmission } from '../../app/design/use-submission.ts'
import { Alert, SignInCard } from '../../app/shell/sign-in-card.tsx'
import { useWords } from '../../app/words/words-context.tsx'

type LinkCardProps = { title: string; text?: string | null; children?: ReactNode }

/** A screen that a link in a mail leads to, with the way to sign in below. */
export function LinkCard({ title, text, children }: LinkCardProps) {
  const t = useWords('account_links')
  return (
    <SignInCard title={title} link={{ href: '/sign-in', text: t('to_sign_in') }}>
      {text && <p>{text}</p>}
      {children}
    </SignInCard>
  )
}

type LinkFormProps = LinkCardProps & {
  /** The verb of its button. */
  action: string
  send: () => Promise<unknown>
  /** Below the form once the service has refused it. */
  afterFailure?: ReactNode
}

/** A card with a form whose fields are its children. */
export function LinkForm({ title, text, action, send, afterFailure, children }: LinkFormProps) {
  const t = useWords('account_links')
  const describeProblem = useProblemMessage()
  const { failure, isPending, submit } = useSubmission()
  const formProps = useFirstProblem({ isPending, onSubmit: () => submit(send) })
  const isBlocked = failure instanceof ApiProblem && failure.status === 429
  return (
    <LinkCard title={title} text={text ?? null}>
      <Alert text={failure === null ? null : isBlocked ? t('too_many') : describeProblem(failure).message} />
      <form {...formProps} className="sign-in-form" noValidate>
        {children}
        <Button type="submit" look="primary" isPending={isPending}>
          {action}
        </Button>
      </form>
      {failure !== null && afterFailure}
    </LinkCard>
  )
}
